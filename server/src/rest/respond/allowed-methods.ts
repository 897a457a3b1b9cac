// Responds to OPTIONS with the methods that a table, view or function allows, regardless of the client's rights.
import { noSuchRoutine } from '../errors.ts'
import { chooseSchema, type RawRequest, type RequestTarget, targetOf } from '../parse/request.ts'
import { findRelation } from '../plan/plan-request.ts'
import { emptySchema, type Relation, type Schema, type SchemaCache } from '../schema/schema.ts'
import type { RestSettings } from '../settings.ts'
import type { RestResponse } from './respond.ts'

const readMethods = ['GET', 'HEAD']

export function respondToOptions(
  raw: RawRequest,
  schemaCache: SchemaCache,
  settings: RestSettings,
): RestResponse {
  const name = chooseSchema(raw, settings.schemas)
  const schema = schemaCache.schemas.get(name) ?? emptySchema
  const allow = ['OPTIONS', ...targetMethods(targetOf(raw, settings), name, schema)].join(',')
  return { status: 200, headers: { allow }, body: undefined }
}

function targetMethods(target: RequestTarget, schemaName: string, schema: Schema) {
  switch (target.kind) {
    case 'root':
      return readMethods
    case 'call': {
      const routines = schema.routines.get(target.name)
      if (!routines) throw noSuchRoutine(schemaName, target.name)
      return routines.every(({ isVolatile }) => isVolatile) ? ['POST'] : [...readMethods, 'POST']
    }
    case 'relation':
      return relationMethods(findRelation(schema, schemaName, target.name))
  }
}

function relationMethods({ allows, primaryKey }: Relation) {
  const writeMethods = [
    allows.insert && 'POST',
    allows.insert && allows.update && primaryKey.length > 0 && 'PUT',
    allows.update && 'PATCH',
    allows.delete && 'DELETE',
  ]
  return [...readMethods, ...writeMethods.filter((method) => method !== false)]
}
