import { z } from 'zod'
import { invalid } from '../errors.ts'

/** As clients know it. */
export const asJson = `json_build_object('id', b.id, 'name', b.name, 'owner', coalesce(b.owner_id, b.owner::text, ''),
  'public', coalesce(b.public, false), 'file_size_limit', b.file_size_limit,
  'allowed_mime_types', b.allowed_mime_types, 'created_at', b.created_at, 'updated_at', b.updated_at,
  'type', 'STANDARD')`

const units = new Map([
  ['', 1],
  ['kb', 1024],
  ['mb', 1024 ** 2],
  ['gb', 1024 ** 3],
])
const largest = 5 * 1024 ** 3

/** A number of bytes, or "20MB". */
export function bytesIn(given: number | string | null | undefined) {
  if (given === null || given === undefined) return given
  const [, number, unit = ''] = /^(\d{1,12})\s*(kb|mb|gb)?b?$/iu.exec(String(given)) ?? []
  const bytes = Number(number) * (units.get(unit.toLowerCase()) ?? Number.NaN)
  if (!(bytes > 0 && bytes <= largest)) {
    throw invalid('file_size_limit: from 1 to 5 GB, as a number of bytes or such as 20MB')
  }
  return bytes
}

const type = z
  .string()
  .max(127)
  .toLowerCase()
  .regex(/^[\w!#$&^.*+-]+\/[\w!#$&^.*+-]+$/u, 'not a media type')

export const bucketFields = {
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(type).max(100).nullish(),
}
