import { z } from 'zod'
import { invalid } from '../errors.ts'

const timeOf = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** As clients know it. */
export const asJson = `jsonb_build_object('id', b.id, 'name', b.name, 'owner', coalesce(b.owner_id, b.owner::text, ''),
  'public', coalesce(b.public, false), 'file_size_limit', b.file_size_limit,
  'allowed_mime_types', b.allowed_mime_types, 'created_at', ${timeOf('b.created_at')},
  'updated_at', ${timeOf('b.updated_at')})`

const units = new Map([
  ['', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
])
const largest = 5e9

/** A number of bytes, or "20MB". */
export function bytesIn(given: number | string | null | undefined) {
  if (given === null || given === undefined) return given
  const [, number, unit = ''] =
    /^(\d{1,12}(?:\.\d{1,3})?)\s*(kb|mb|gb)?b?$/iu.exec(String(given)) ?? []
  const bytes = Math.round(Number(number) * (units.get(unit.toLowerCase()) ?? Number.NaN))
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
