// OPTIONS: which methods something takes, whoever asks. A preflight of a browser never comes here.
import { chooseSchema, type RawRequest, type Target, targetIn } from './parse/request.ts'
import { findRelation } from './plan/find-relation.ts'
import { emptySchema, type Relation, type Schema, type SchemaCache } from './schema/schema.ts'
import type { RestSettings } from './settings.ts'
import { noSuchRoutine } from './errors.ts'
import type { Response } from './respond/respond.ts'

const reading = ['GET', 'HEAD']

export function answerOptions(
  raw: RawRequest,
  cache: SchemaCache,
  settings: RestSettings,
): Response {
  const name = chooseSchema(raw, settings.schemas)
  const schema = cache.schemas.get(name) ?? emptySchema
  const allow = ['OPTIONS', ...methodsOfTarget(targetIn(raw, settings), name, schema)].join(',')
  return { status: 200, headers: { allow }, body: undefined }
}

function methodsOfTarget(target: Target, schemaName: string, schema: Schema) {
  switch (target.kind) {
    case 'root':
      return reading
    case 'call': {
      const routines = schema.routines.get(target.name)
      if (!routines) throw noSuchRoutine(schemaName, target.name)
      return routines.every(({ isVolatile }) => isVolatile) ? ['POST'] : [...reading, 'POST']
    }
    case 'relation':
      return methodsOf(findRelation(schema, schemaName, target.name))
  }
}

function methodsOf({ takes, primaryKey }: Relation) {
  const writing = [
    takes.insert && 'POST',
    takes.insert && takes.update && primaryKey.length > 0 && 'PUT',
    takes.update && 'PATCH',
    takes.delete && 'DELETE',
  ]
  return [...reading, ...writing.filter((method) => method !== false)]
}
