// Files, one by one: the bytes are safe here before the row that names them commits. So a run that was cut off is gone on
// with by the next, which takes what is not here yet.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import type { Source } from '../../postgres/import/source.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import { forEachConcurrently } from '../../for-each-concurrently.ts'
import type { FileStore } from '../../files/file-store.ts'
import { readRaised } from '../../http/raised.ts'
import { messageOf } from '../../message-of.ts'
import { writeStreamToFile } from '../../storage/uploads/write-file.ts'
import { Left } from './left.ts'
import { OddAnswers } from './odd-answers.ts'
import { fetchFile, type TheirFiles } from './their-files.ts'

interface Bringing {
  source: Source
  theirs: TheirFiles
  target: Queryable
  files: FileStore
  signal: AbortSignal
}

interface Found {
  id: string
  bucket: string
  name: string
  /** As the other side noted it; null for what was never uploaded as a whole. */
  size: string | null
  row: string
}

const found = `
  select o.id::text as id, o.bucket_id as bucket, o.name, o.metadata ->> 'size' as size, to_jsonb(o)::text as row
  from storage.objects o
  where o.bucket_id is not null
  order by o.bucket_id, o.name`

export async function bringFiles(bringing: Bringing) {
  const { source, target, signal } = bringing
  const left = new Left()
  const odd = new OddAnswers()
  const count = { brought: 0, present: 0 }
  for await (const page of source.pages<Found>(found)) {
    const missing = await missingHere(target, page)
    count.present += page.length - missing.length
    await forEachConcurrently(missing, signal, async (file) => {
      const reason = await odd.reasonOf(() => whyLeft(bringing, file))
      if (reason === undefined) count.brought += 1
      else left.add(file, reason)
    })
  }
  return { ...count, left }
}

/** What is here stays as it is, and what was removed here since stays away. */
async function missingHere(target: Queryable, page: Found[]) {
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

/** Brings one over, or says why not. What would keep all others out too is thrown. */
async function whyLeft({ theirs, target, files, signal }: Bringing, file: Found) {
  if (file.size === null) return 'never uploaded as a whole'
  const body = await fetchFile(theirs, file, signal)
  if (!body) return 'not there'
  // A line that ends before anybody reads would otherwise end all of it; whoever reads is told as well.
  body.on('error', () => {})
  const path = files.incomingPath()
  try {
    const written = await writeStreamToFile(path, body, {
      onProgress: upTo(Number(file.size)),
    }).catch(brokenOff)
    if (!written) return 'broken off on the way'
    if (written.size !== Number(file.size)) return 'of another size than its row says'
    const version = randomUUID()
    await files.store(path, version)
    return await whyNoRow(target, { row: file.row, version, sha256: written.sha256 })
  } finally {
    body.destroy()
    await rm(path, { force: true })
  }
}

/** One byte more tells that it is too long: nobody reads on. */
class TooLong extends Error {}

function upTo(size: number) {
  return (soFar: number) => {
    if (soFar > size) throw new TooLong()
  }
}

/** A line that ended is left for another run; whatever else it was would come again. */
function brokenOff(error: unknown) {
  if (error instanceof TooLong) return tooLong
  if (error instanceof TypeError && error.message === 'terminated') return undefined
  throw error
}

const tooLong = { size: -1, sha256: '' }

const insert = `
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

const refused = z.object({ code: z.string(), detail: z.string().optional() })

/** Bytes without a row go by the sweep. */
async function whyNoRow(
  target: Queryable,
  { row, version, sha256 }: { row: string; version: string; sha256: string },
) {
  try {
    await target.query(insert, [row, version, sha256])
    return undefined
  } catch (error) {
    const { data } = refused.safeParse(error)
    const rule = readRaised(messageOf(error), data?.detail)
    if (rule) return `refused here (${rule.code})`
    if (data && /^2[23]/u.test(data.code)) return `with a row that cannot be taken (${data.code})`
    throw error
  }
}
