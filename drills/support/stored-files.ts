import { hash, randomBytes } from 'node:crypto'
import type { SignedIn } from '../../tests/support/busy-market.ts'

const bucket = 'documents'
const count = 40
const bytesOfEach = 250_000

/** The hash of each file by its path. */
type StoredFiles = ReadonlyMap<string, string>

export async function storeFiles({ client, id }: SignedIn): Promise<StoredFiles> {
  const stored = new Map<string, string>()
  for (let n = 0; n < count; n += 1) {
    const path = `${id}/resume/kept-${n}.pdf`
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytesOfEach)])
    const contentType = 'application/pdf'
    const { error } = await client.storage.from(bucket).upload(path, bytes, { contentType })
    if (error) throw error
    stored.set(path, hash('sha256', bytes))
  }
  return stored
}

/** Counts the files that cannot be read or whose content has changed. */
export async function countWrong(consultant: SignedIn, stored: StoredFiles) {
  let wrong = 0
  for (const [path, sent] of stored) {
    // The download fails if the stored file is too short.
    const found = await hashAt(consultant, path).catch(() => undefined)
    if (found !== sent) wrong += 1
  }
  return wrong
}

async function hashAt({ client }: SignedIn, path: string) {
  const { data, error } = await client.storage.from(bucket).download(path)
  if (error) throw error
  return hash('sha256', Buffer.from(await data.arrayBuffer()))
}
