// Finds and reads rows of storage.objects.
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { queryAs, queryAsServer } from '../database.ts'
import { noSuchBucket, noSuchObject } from '../errors.ts'
import type { ObjectPath } from '../names.ts'
import type { StorageDependencies } from '../storage-dependencies.ts'

export const objectRow = z.object({
  id: z.string(),
  bucket_id: z.string(),
  name: z.string(),
  owner: z.string().nullable(),
  owner_id: z.string().nullable(),
  version: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  last_accessed_at: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  user_metadata: z.record(z.string(), z.unknown()).nullable(),
})

export type ObjectRow = z.output<typeof objectRow>

/** Returns SQL for a row as JSON, without its generated column. */
export const objectJson = (row: string) => `to_jsonb(${row}) - 'path_tokens'`

const fileMetadata = z.object({
  eTag: z.string().default('""'),
  size: z.number().default(0),
  mimetype: z.string().default('application/octet-stream'),
  cacheControl: z.string().default('no-cache'),
  xRobotsTag: z.string().default('none'),
})

export function fileMetadataOf({ metadata }: Pick<ObjectRow, 'metadata'>) {
  return fileMetadata.parse(metadata ?? {})
}

export const selectObject = `select ${objectJson('o')} from storage.objects o
  where o.bucket_id = $1 and o.name = $2`
const selectPublicObject = `select ${objectJson('o')} from storage.objects o
  join storage.buckets b on b.id = o.bucket_id and b.public
  where o.bucket_id = $1 and o.name = $2`

/** Throws the same error for a missing object and for one that the caller may not see. */
export async function findObjectAs(
  storage: StorageDependencies,
  caller: Caller,
  path: ObjectPath,
): Promise<ObjectRow> {
  const [rows] = await queryAs(storage, caller, [{ text: selectObject, values: valuesOf(path) }])
  if (rows?.length === 0) await checkBucketExists(storage, caller.queueKey, path)
  return firstObject(rows)
}

const selectBucket = `select json_build_object('public', coalesce(public, false)) from storage.buckets where id = $1`
const bucketRow = z.object({ public: z.boolean() })

async function checkBucketExists(
  storage: StorageDependencies,
  queueKey: string,
  { bucket }: ObjectPath,
) {
  const [row] = await queryAsServer(storage, queueKey, { text: selectBucket, values: [bucket] })
  if (row === undefined) throw noSuchBucket()
  return bucketRow.parse(row)
}

/** Finds an object of a public bucket, as if other buckets did not exist. */
export async function findObjectForVisitor(
  storage: StorageDependencies,
  queueKey: string,
  path: ObjectPath,
): Promise<ObjectRow> {
  const object = await findPublicObject(storage, queueKey, path)
  if (object) return object
  const bucket = await checkBucketExists(storage, queueKey, path)
  throw bucket.public ? noSuchObject() : noSuchBucket()
}

/** Resolves to undefined if there is no such object in a public bucket. */
export async function findPublicObject(
  storage: StorageDependencies,
  queueKey: string,
  path: ObjectPath,
): Promise<ObjectRow | undefined> {
  const statement = { text: selectPublicObject, values: valuesOf(path) }
  const [row] = await queryAsServer(storage, queueKey, statement)
  return row === undefined ? undefined : objectRow.parse(row)
}

export function firstObject([row]: unknown[] = []): ObjectRow {
  if (row === undefined) throw noSuchObject()
  return objectRow.parse(row)
}

function valuesOf({ bucket, name }: ObjectPath) {
  return [bucket, name]
}
