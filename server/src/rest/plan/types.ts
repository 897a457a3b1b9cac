// Types as people write them in a cast.
import { RestError } from '../errors.ts'
import type { SchemaCache } from '../schema/schema.ts'

/** Words of SQL for types that go by other names in the catalog. */
const synonyms = new Map([
  ['int', 'int4'],
  ['dec', 'numeric'],
  ['decimal', 'numeric'],
  ['float', 'float8'],
])

/** As SQL writes it: only what exists, so that nothing of the request stands in the statement. */
export function writtenType(spoken: string, { types }: SchemaCache): string {
  const array = /^_(?<listed>.+)$|^(?<element>.+)\[\]$/u.exec(spoken)?.groups
  const one = array?.['listed'] ?? array?.['element'] ?? spoken
  const written = types.get(synonyms.get(one) ?? one)
  if (!written) throw new RestError(400, '42704', `type "${spoken}" does not exist`)
  return array ? `${written}[]` : written
}
