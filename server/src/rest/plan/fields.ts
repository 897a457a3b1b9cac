// Fields that exist, and names that may stand in an answer.
import { noSuchColumn, RestError } from '../errors.ts'
import type { Field } from '../parse/query.ts'
import type { PlannedField, ResourcePlan } from './plan.ts'
import { closestColumns } from './suggest.ts'

export function resolve(
  { relation, alias }: Pick<ResourcePlan, 'relation' | 'alias'>,
  { name, path }: Field,
): PlannedField {
  const column = relation.columns.get(name)
  const computedIn = column ? undefined : relation.computed.get(name)
  if (!column && computedIn === undefined) {
    throw noSuchColumn(relation.name, name, closestColumns(name, relation.columns.keys()))
  }
  return { table: alias, name, path, computedIn, column }
}

/** Of a path into JSON the last key names the value. */
export function nameOf({ name, path }: Field, alias: string | undefined) {
  if (alias !== undefined) return checkedAlias(alias)
  if (path.length === 0) return name
  const last = path.findLast((step) => step.kind === 'key')
  return checkedAlias(last?.kind === 'key' ? last.key : name)
}

/** It is written into the statement, as a quoted name: so it may be neither too long nor anything odd. */
export function checkedAlias(alias: string) {
  if (Buffer.byteLength(alias) <= 63 && !/["\\\p{Cc}]/u.test(alias)) return alias
  throw new RestError(400, 'PGRST100', 'This name cannot be used in an answer.', {
    details: 'A name has at most 63 bytes, and no quotes, backslashes or control characters.',
  })
}
