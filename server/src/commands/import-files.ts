// Imports files. Each file is stored before its row is committed. After an interruption, the next run therefore imports
// only the missing files.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import type { FileStore } from '../files/file-store.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import { parseRaisedError } from '../http/raised-errors.ts'
import { messageOf } from '../message-of.ts'
import type { Source } from '../postgres/import/import-source.ts'
import type { Queryable } from '../postgres/transaction.ts'
import { writeStreamToFile } from '../storage/uploads/write-file.ts'
import { FailureStreak, fetchFile, type SourceStorage } from './source-storage.ts'

interface ImportFilesOptions {
  source: Source
  sourceStorage: SourceStorage
  target: Queryable
  files: FileStore
  signal: AbortSignal
}

interface SourceFile {
  id: string
  bucket: string
  name: string
  /** The size according to the source's row. It is null if the upload was never completed. */
  size: string | null
  row: string
}

const objectsQuery = `
  select o.id::text as id, o.bucket_id as bucket, o.name, o.metadata ->> 'size' as size, to_jsonb(o)::text as row
  from storage.objects o
  where o.bucket_id is not null
  order by o.bucket_id, o.name`

export async function importFiles(options: ImportFilesOptions) {
  const { source, target, signal } = options
  const skipped = new SkippedFiles()
  const failures = new FailureStreak()
  let [importedCount, presentCount] = [0, 0]
  for await (const page of source.pages<SourceFile>(objectsQuery)) {
    const missing = await findMissing(target, page)
    presentCount += page.length - missing.length
    await forEachConcurrently(missing, signal, async (file) => {
      const reason = await failures.run(() => importFile(options, file))
      if (reason === undefined) importedCount += 1
      else skipped.add(file, reason)
    })
  }
  return { importedCount, presentCount, skipped }
}

/**
 * Returns the files of the page that still have to be imported. Leaves out files that an earlier run
 * imported, even if a user deleted them afterwards.
 */
async function findMissing(target: Queryable, page: SourceFile[]) {
  const names = page.map(({ id, bucket, name }) => ({ id, bucket, name }))
  const { rows } = await target.query<{ place: string }>(
    `select (place - 1)::text as place
     from jsonb_array_elements($1::jsonb) with ordinality as asked(file, place)
     where not exists (
       select from storage.objects o where o.bucket_id = file ->> 'bucket' and o.name = file ->> 'name'
     ) and not exists (select from private.imported_files i where i.id = (file ->> 'id')::uuid)`,
    [JSON.stringify(names)],
  )
  const places = new Set(rows.map(({ place }) => Number(place)))
  return page.filter((_file, place) => places.has(place))
}

/**
 * Imports a file. Resolves with undefined, or with the reason if the file is skipped. Throws if all other files would
 * fail too.
 */
async function importFile(
  { sourceStorage, target, files, signal }: ImportFilesOptions,
  file: SourceFile,
) {
  if (file.size === null) return 'never uploaded completely'
  const body = await fetchFile(sourceStorage, file, signal)
  if (!body) return 'missing'
  // The connection can break before the body is read. Without a listener, that error would end the process.
  body.on('error', () => {})
  const path = files.incomingPath()
  try {
    const written = await writeStreamToFile(path, body, {
      onProgress: limitSize(Number(file.size)),
    }).catch(handleBrokenBody)
    if (!written) return 'cut off during the download'
    if (written.size !== Number(file.size)) return 'with another size than its row says'
    const version = randomUUID()
    await files.store(path, version)
    return await insertRow(target, { row: file.row, version, sha256: written.sha256 })
  } finally {
    body.destroy()
    await rm(path, { force: true })
  }
}

/** This error stops a download that is longer than expected. */
class TooLongError extends Error {}

function limitSize(size: number) {
  return (soFar: number) => {
    if (soFar > size) throw new TooLongError()
  }
}

/**
 * Handles an error during a download. If the body is too long or incomplete, returns a value that makes the import skip
 * only this file. Throws all other errors again.
 */
function handleBrokenBody(error: unknown) {
  if (error instanceof TooLongError) return tooLong
  if (error instanceof TypeError && error.message === 'terminated') return undefined
  throw error
}

const tooLong = { size: -1, sha256: '' }

const insertStatement = `
  with brought as (
    insert into storage.objects (
      id, bucket_id, name, owner, owner_id, created_at, updated_at, last_accessed_at, metadata, user_metadata, version
    )
    select o.id, o.bucket_id, o.name, o.owner, coalesce(o.owner_id, o.owner::text), o.created_at, o.updated_at,
      o.last_accessed_at, o.metadata || jsonb_build_object('sha256', $3::text), o.user_metadata, $2
    from jsonb_populate_record(null::storage.objects, $1::jsonb) as o
    on conflict do nothing
    returning id
  )
  insert into private.imported_files (id) select id from brought on conflict do nothing`

const databaseErrorSchema = z.object({ code: z.string(), detail: z.string().optional() })

/**
 * Resolves with the reason if the database rejects the row. The stored file then has no row, so the periodic cleanup
 * removes the file.
 */
async function insertRow(
  target: Queryable,
  { row, version, sha256 }: { row: string; version: string; sha256: string },
) {
  try {
    await target.query(insertStatement, [row, version, sha256])
    return undefined
  } catch (error) {
    const { data } = databaseErrorSchema.safeParse(error)
    const rule = parseRaisedError(messageOf(error), data?.detail)
    if (rule) return `refused here (${rule.code})`
    if (data && /^2[23]/u.test(data.code)) return `with a row that is not accepted (${data.code})`
    throw error
  }
}

const maxIdsShown = 3

interface SkippedGroup {
  bucket: string
  reason: string
  ids: string[]
}

/**
 * Counts the skipped files by bucket and reason, with a few ids as examples. Leaves out file names, because they may be
 * personal.
 */
class SkippedFiles {
  readonly #groups = new Map<string, SkippedGroup>()

  get count() {
    return [...this.#groups.values()].reduce((sum, { ids }) => sum + ids.length, 0)
  }

  add({ bucket, id }: { bucket: string; id: string }, reason: string) {
    const name = `${bucket} ${reason}`
    const group = this.#groups.get(name) ?? { bucket, reason, ids: [] }
    group.ids.push(id)
    this.#groups.set(name, group)
  }

  lines() {
    return [...this.#groups.values()].map(
      ({ bucket, reason, ids }) =>
        `${bucket}: ${ids.length} ${reason}, such as ${ids.slice(0, maxIdsShown).join(', ')}`,
    )
  }
}
