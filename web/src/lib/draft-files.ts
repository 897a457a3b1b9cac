// Stores the files of drafts on this device, in a cache of the browser for each user.

const prefix = 'draft files of '

const open = (userId: string) => caches.open(prefix + userId)

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
  const cache = await open(userId)
  await Promise.all(paths.map((path) => cache.delete(addressOf(path))))
}

/** Removes the files of all users, except for the user `except`. */
export async function forgetDraftFiles(except?: string) {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
  const forgotten = names.filter((name) => name !== prefix + except)
  await Promise.all(forgotten.map((name) => caches.delete(name)))
}
