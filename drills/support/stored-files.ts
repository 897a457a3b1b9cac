import { hash, randomBytes } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'

const bucket = 'documents'
const fileCount = 40
const fileBytes = 250_000

/** The hash of each file by its path. */
type StoredFiles = ReadonlyMap<string, string>

export async function storeFiles({ storage }: SupabaseClient): Promise<StoredFiles> {
  const stored = new Map<string, string>()
  for (let index = 0; index < fileCount; index += 1) {
    const path = `archive/kept-${index}.pdf`
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(fileBytes)])
    const contentType = 'application/pdf'
    const { error } = await storage.from(bucket).upload(path, bytes, { contentType })
    if (error) throw error
    stored.set(path, hash('sha256', bytes))
  }
  return stored
}

/** Counts the files that cannot be read or whose content has changed. */
export async function countChangedFiles(client: SupabaseClient, stored: StoredFiles) {
  let changedCount = 0
  for (const [path, storedHash] of stored) {
    // The download fails if the stored file is too short.
    const foundHash = await hashAt(client, path).catch(() => undefined)
    if (foundHash !== storedHash) changedCount += 1
  }
  return changedCount
}

async function hashAt({ storage }: SupabaseClient, path: string) {
  const { data, error } = await storage.from(bucket).download(path)
  if (error) throw error
  return hash('sha256', Buffer.from(await data.arrayBuffer()))
}
