// Stores the files of drafts on this device, in a cache of the browser for each user.
import { draftFilesCache } from './drafts.ts'

const open = (userId: string) => caches.open(draftFilesCache(userId))

const addressOf = (path: string) => `/draft-files/${path}`

export async function storeDraftFile(userId: string, path: string, file: File) {
  const headers = { 'content-type': file.type }
  await (await open(userId)).put(addressOf(path), new Response(file, { headers }))
}

/** Returns undefined if the file is not on this device. */
export async function readDraftFile(userId: string, path: string): Promise<Blob | undefined> {
  const response = await (await open(userId)).match(addressOf(path))
  return response?.blob()
}

export async function removeDraftFiles(userId: string, paths: readonly string[]) {
  // Opening the cache would create it.
  if (paths.length === 0) return
  const cache = await open(userId)
  await Promise.all(paths.map((path) => cache.delete(addressOf(path))))
}
