// Asks the catalog for what a schema holds, and makes a description of the answers.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Row, Statement } from '../../postgres/pool/request-pool.ts'
import { isCallable } from '../schema/routines.ts'
import type { Schema } from '../schema/schema.ts'
import type { RestSettings } from '../settings.ts'
import type { Description } from './descriptions.ts'
import { openApi } from './document.ts'
import {
  describedRelation,
  describedRoutine,
  describedSchema,
  relationsQuery,
  routinesQuery,
  schemaQuery,
  withoutSearchPath,
} from './queries.ts'

export function describingStatements(schema: string, settings: RestSettings): Statement[] {
  const which = settings.openApi === 'ignore-privileges' ? 'all' : 'own'
  return [
    { text: withoutSearchPath, values: [] },
    { text: schemaQuery, values: [schema] },
    { text: relationsQuery, values: [schema, which] },
    { text: routinesQuery, values: [schema, which] },
  ]
}

/** @param results  Of all statements of the transaction, of which those above were the last. */
export function describe(results: Row[][], schema: Schema): Description {
  const [about = [], relations = [], routines = []] = results.slice(-3)
  const document = openApi(
    {
      description: describedSchema.parse(jsonIn(about)[0]).description,
      relations: z.array(describedRelation).parse(jsonIn(relations)),
      routines: z
        .array(describedRoutine)
        .parse(jsonIn(routines))
        .filter(({ parameters }) => isCallable(parameters)),
    },
    schema,
  )
  const json = JSON.stringify(document)
  // Weak: it comes as OpenAPI and as JSON, which is the same but for its name.
  return { json, eTag: `W/"${createHash('sha256').update(json).digest('base64url')}"` }
}

function jsonIn(rows: Row[]): unknown[] {
  return rows.map(([json]): unknown => JSON.parse(json?.toString() ?? 'null'))
}
