// The description of a schema as OpenAPI 2.0, from what the catalog says at this moment.
import { byName } from './by-name.ts'
import type { Schema } from '../schema/schema.ts'
import { definitionOf } from './definitions.ts'
import { parametersOf } from './parameters.ts'
import { relationPath, rootPath, routinePath } from './paths.ts'
import type { DescribedRelation, DescribedRoutine } from './queries.ts'

interface Described {
  description: string | null
  relations: DescribedRelation[]
  routines: DescribedRoutine[]
}

const forms = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

export function openApi({ description, relations, routines }: Described, schema: Schema) {
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
    consumes: forms,
    produces: forms,
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
