// Creates, reads, lists, changes and removes buckets at /bucket and /bucket/:bucket.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authenticate, ownerIdOf } from '../caller.ts'
import { queryAs } from '../database.ts'
import { invalid, noSuchBucket, notSupported } from '../errors.ts'
import { bucketIdIn, checkedNewBucketId } from '../names.ts'
import { parseInput, refuseUnsupported, storableText, wholeNumber } from '../parse-input.ts'
import type { Route } from '../storage-dependencies.ts'

const mediaType = z
  .string()
  .max(127)
  .toLowerCase()
  .regex(/^[\w!#$&^.*+-]+\/[\w!#$&^.*+-]+$/u, 'not a media type')

const bucketFields = {
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(mediaType).max(100).nullish(),
}

const newBucket = z.looseObject({
  id: z.string().nullish(),
  name: z.string(),
  type: z.string().nullish(),
  ...bucketFields,
})

const insertBucket = `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner, owner_id)
  values ($1, $2, $3::boolean, $4::bigint,
    (select array_agg(t) from json_array_elements_text($5) as t), $6::uuid, $6)`

export const createBucket: Route = {
  method: 'POST',
  path: '/bucket',
  operation: 'storage.bucket.create',
  handler: async (storage, request) => {
    const bucket = parseInput(newBucket, request.body)
    refuseUnsupported(bucket)
    if (bucket.type && bucket.type !== 'STANDARD') throw notSupported(`${bucket.type} buckets are`)
    const name = checkedNewBucketId(bucket.name)
    const id = checkedNewBucketId(bucket.id ?? name)
    const types = bucket.allowed_mime_types
    const caller = await authenticate(storage, request)
    const values = [
      id,
      name,
      String(bucket.public ?? false),
      parseByteSize(bucket.file_size_limit)?.toString() ?? null,
      types ? JSON.stringify(types) : null,
      ownerIdOf(caller.identity),
    ]
    await queryAs(storage, caller, [{ text: insertBucket, values }])
    return { name: id }
  },
}

const listQuery = z.object({
  limit: wholeNumber(1, 1000).default(1000),
  offset: wholeNumber(0, 1_000_000).default(0),
  search: storableText.default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

export const listBuckets: Route = {
  method: 'GET',
  path: '/bucket',
  operation: 'storage.bucket.list',
  handler: async (storage, request) => {
    const { limit, offset, search, sortColumn, sortOrder } = parseInput(listQuery, request.query)
    const type = supportsTypeField(request) ? ` || '{"type": "STANDARD"}'` : ''
    const text = `select ${bucketJson}${type} from storage.buckets b
      where position(lower($1) in lower(b.name)) > 0
      order by b.${sortColumn} ${sortOrder}, b.id limit ${limit} offset ${offset}`
    const caller = await authenticate(storage, request)
    const [rows = []] = await queryAs(storage, caller, [{ text, values: [search] }])
    return rows
  },
}

const utcTime = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const bucketJson = `jsonb_build_object('id', b.id, 'name', b.name, 'owner', coalesce(b.owner_id, b.owner::text, ''),
  'public', coalesce(b.public, false), 'file_size_limit', b.file_size_limit,
  'allowed_mime_types', b.allowed_mime_types, 'created_at', ${utcTime('b.created_at')},
  'updated_at', ${utcTime('b.updated_at')})`

const selectBucket = `select ${bucketJson} from storage.buckets b where b.id = $1`

export const getBucket: Route = {
  method: 'GET',
  path: '/bucket/:bucket',
  operation: 'storage.bucket.get',
  handler: async (storage, request) => {
    const bucket = bucketIdIn(request)
    const caller = await authenticate(storage, request)
    const [[row] = []] = await queryAs(storage, caller, [{ text: selectBucket, values: [bucket] }])
    if (row === undefined) throw noSuchBucket()
    return row
  },
}

const bucketChanges = z.looseObject(bucketFields)

/** The flag before each value tells whether the client sent the field. */
const changeBucket = `update storage.buckets set
    public = case when $2::boolean then $3::boolean else public end,
    file_size_limit = case when $4::boolean then $5::bigint else file_size_limit end,
    allowed_mime_types = case when $6::boolean
      then (select array_agg(t) from json_array_elements_text($7) as t) else allowed_mime_types end,
    updated_at = now()
  where id = $1 returning 'true'::json`

export const updateBucket: Route = {
  method: 'PUT',
  path: '/bucket/:bucket',
  operation: 'storage.bucket.update',
  handler: async (storage, request) => {
    const bucket = bucketIdIn(request)
    const changes = parseInput(bucketChanges, request.body)
    refuseUnsupported(changes)
    if (Object.keys(changes).length === 0) throw invalid('No changes given.')
    const { public: isPublic, file_size_limit: size, allowed_mime_types: types } = changes
    const wasSent = (value: unknown) => String(value !== undefined)
    const values = [
      bucket,
      String(isPublic !== undefined && isPublic !== null),
      String(isPublic ?? false),
      wasSent(size),
      parseByteSize(size)?.toString() ?? null,
      wasSent(types),
      types ? JSON.stringify(types) : null,
    ]
    const caller = await authenticate(storage, request)
    const [changed = []] = await queryAs(storage, caller, [{ text: changeBucket, values }])
    if (changed.length === 0) throw noSuchBucket()
    return { message: 'Successfully updated' }
  },
}

const deleteBucket = `delete from storage.buckets where id = $1 returning 'true'::json`

export const removeBucket: Route = {
  method: 'DELETE',
  path: '/bucket/:bucket',
  operation: 'storage.bucket.delete',
  handler: async (storage, request) => {
    const values = [bucketIdIn(request)]
    const caller = await authenticate(storage, request)
    const [removed = []] = await queryAs(storage, caller, [{ text: deleteBucket, values }])
    if (removed.length === 0) throw noSuchBucket()
    return { message: 'Successfully deleted' }
  },
}

const bytesPerUnit = new Map([
  ['', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
])
const maxFileBytes = 5e9

/** Accepts a number of bytes, or text such as "20MB". */
function parseByteSize(size: number | string | null | undefined) {
  if (size === null || size === undefined) return size
  const [, number, unit = ''] =
    /^(\d{1,12}(?:\.\d{1,3})?)\s*(kb|mb|gb)?b?$/iu.exec(String(size)) ?? []
  const bytes = Math.round(Number(number) * (bytesPerUnit.get(unit.toLowerCase()) ?? Number.NaN))
  if (!(bytes > 0 && bytes <= maxFileBytes)) {
    throw invalid('file_size_limit: use 1 byte to 5 GB, as a number of bytes or in the form 20MB')
  }
  return bytes
}

/** Python clients before storage3 0.12.1 or supabase 2.18.0 cannot parse the field "type". */
function supportsTypeField({ headers }: FastifyRequest) {
  const storage3 = versionIn(headers['user-agent'], /supabase-py\/storage3 v(\d+)\.(\d+)\.(\d+)/iu)
  const supabase = versionIn(headers['x-client-info'], /supabase-py\/(\d+)\.(\d+)\.(\d+)/iu)
  return !isBefore(storage3, [0, 12, 1]) && !isBefore(supabase, [2, 18, 0])
}

function versionIn(header: string | string[] | undefined, pattern: RegExp) {
  return pattern.exec(String(header))?.slice(1).map(Number)
}

function isBefore(version: number[] | undefined, other: number[]) {
  const difference = version?.findIndex((number, index) => number !== other[index]) ?? -1
  return (version?.[difference] ?? 0) < (other[difference] ?? 0)
}
