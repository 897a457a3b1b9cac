import { noSuchTable } from '../errors.ts'
import type { Schema } from '../schema/schema.ts'
import { closest } from './suggest.ts'

export function findRelation(schema: Schema, schemaName: string, name: string) {
  const relation = schema.relations.get(name)
  if (!relation) throw noSuchTable(schemaName, name, closest(name, schema.relations.keys()))
  return relation
}
