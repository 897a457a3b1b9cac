// Builds the OpenAPI 2.0 document of a schema from the current catalog.
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

export interface Description {
  /** The document as JSON, without the host, because requests may use different hosts. */
  json: string
  eTag: string
}

export function descriptionStatements(schema: string, settings: RestSettings): Statement[] {
  const scope = settings.openApi === 'ignore-privileges' ? 'all' : 'own'
  return [
    { text: withoutSearchPath, values: [] },
    { text: schemaQuery, values: [schema] },
    { text: relationsQuery, values: [schema, scope] },
    { text: routinesQuery, values: [schema, scope] },
  ]
}

/** @param results  The results of all statements in a transaction that ends with descriptionStatements(). */
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
  // The entity tag is weak, because the document is sent with two different content types.
  return { json, eTag: `W/"${createHash('sha256').update(json).digest('base64url')}"` }
}

function jsonIn(rows: Row[]): unknown[] {
  return rows.map(([json]): unknown => JSON.parse(json?.toString() ?? 'null'))
}

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
  const knownRelations = relations.map((described) => ({
    described,
    relation: schema.relations.get(described.name),
  }))
  return {
    swagger: '2.0',
    info: {
      title: title || 'PostgREST API',
      description:
        below.join('\n').replace(/^\n+/u, '') ||
        'The tables, views and functions of this database.',
      version: '1',
    },
    basePath: '/rest/v1',
    schemes: ['http', 'https'],
    consumes: mediaTypes,
    produces: mediaTypes,
    paths: byName([
      ['/', rootPath],
      ...knownRelations.map(({ described, relation }): [string, unknown] => [
        `/${described.name}`,
        relationPath(described, relation),
      ]),
      ...routines.map((routine): [string, unknown] => [
        `/rpc/${routine.name}`,
        routinePath(routine),
      ]),
    ]),
    definitions: byName(
      knownRelations.map(({ described, relation }): [string, unknown] => [
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
