import { byName, definitionOf } from './definitions.ts'
import type { Schema } from '../schema/schema.ts'
import { parametersOf, relationPath, rootPath, routinePath } from './paths.ts'
import {
  type DescribedRelation,
  describedRelation,
  type DescribedRoutine,
  describedRoutine,
  describedSchema,
  relationsQuery,
  routinesQuery,
  schemaQuery,
  withoutSearchPath,
} from './description-queries.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Row, Statement } from '../../postgres/pool/request-pool.ts'
import { isCallable } from '../schema/routines.ts'
import type { RestSettings } from '../settings.ts'

// The description of a schema as OpenAPI 2.0, from what the catalog says at this moment.

interface CatalogDescription {
  description: string | null
  relations: DescribedRelation[]
  routines: DescribedRoutine[]
}

const mediaTypes = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

function openApi({ description, relations, routines }: CatalogDescription, schema: Schema) {
  const [title, ...below] = (description ?? '').split('\n')
  const known = relations.map((described) => ({
    described,
    relation: schema.relations.get(described.name),
  }))
  return {
    swagger: '2.0',
    info: {
      title: title || 'PostgREST API',
      description: below.join('\n').replace(/^\n+/u, '') || 'What this database offers.',
      version: '1',
    },
    basePath: '/rest/v1',
    schemes: ['http', 'https'],
    consumes: mediaTypes,
    produces: mediaTypes,
    paths: byName([
      ['/', rootPath],
      ...known.map(({ described, relation }): [string, unknown] => [
        `/${described.name}`,
        relationPath(described, relation),
      ]),
      ...routines.map((routine): [string, unknown] => [
        `/rpc/${routine.name}`,
        routinePath(routine),
      ]),
    ]),
    definitions: byName(
      known.map(({ described, relation }): [string, unknown] => [
        described.name,
        definitionOf(described, relation),
      ]),
    ),
    parameters: parametersOf(relations),
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://postgrest.org/en/stable/references/api.html',
    },
  }
}

// Asks the catalog for what a schema holds, and makes a description of the answers.

export interface Description {
  /** Without the host, by which it was asked for. */
  json: string
  eTag: string
}

export function descriptionStatements(schema: string, settings: RestSettings): Statement[] {
  const which = settings.openApi === 'ignore-privileges' ? 'all' : 'own'
  return [
    { text: withoutSearchPath, values: [] },
    { text: schemaQuery, values: [schema] },
    { text: relationsQuery, values: [schema, which] },
    { text: routinesQuery, values: [schema, which] },
  ]
}

/** @param results  Of all statements of the transaction, of which those above were the last. */
export function buildDescription(results: Row[][], schema: Schema): Description {
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
