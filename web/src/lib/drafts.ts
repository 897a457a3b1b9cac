// Stores the unsent input of forms: until the tab is closed, or on the device until the user logs out.
import { createContext } from 'react'

const tabPrefix = 'draft:'
const devicePrefix = 'device-draft:'
const cachePrefix = 'draft files of '

export function draftKey(userId: string, name: string) {
  return `${tabPrefix}${userId}:${name}`
}

/** Returns the key of a draft that survives a crash of the browser and that all tabs share. */
export function deviceDraftKey(userId: string, name: string) {
  return `${devicePrefix}${userId}:${name}`
}

/** Returns the name of the browser's cache with the files of the user's drafts. */
export function draftFilesCache(userId: string) {
  return cachePrefix + userId
}

/** Callers have to validate the returned draft, which may be null or undefined. */
export function readDraft(key: string): unknown {
  return safely((): unknown => JSON.parse(storageOf(key).getItem(key) ?? 'null'))
}

/** Returns whether the draft was stored. */
export function writeDraft(key: string, draft: unknown): boolean {
  const isStored = safely(() => {
    storageOf(key).setItem(key, JSON.stringify(draft))
    return true
  })
  return isStored ?? false
}

export function forgetDraft(key: string) {
  safely(() => storageOf(key).removeItem(key))
}

/** Removes the drafts of all users with their files, except for the user `except`. */
export function forgetDrafts({ except }: { except?: string } = {}) {
  const isKept = (key: string) =>
    except !== undefined &&
    [draftKey, deviceDraftKey].some((keyOf) => key.startsWith(keyOf(except, '')))
  for (const prefix of [tabPrefix, devicePrefix]) {
    safely(() => {
      const storage = storageOf(prefix)
      for (const key of Object.keys(storage)) {
        if (key.startsWith(prefix) && !isKept(key)) storage.removeItem(key)
      }
    })
  }
  // Ignore a failure: without a cache storage there are no files.
  void forgetDraftFiles(except).catch(() => undefined)
}

async function forgetDraftFiles(except: string | undefined) {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
  const forgotten = names.filter((name) => name !== cachePrefix + except)
  await Promise.all(forgotten.map((name) => caches.delete(name)))
}

function storageOf(key: string): Storage {
  return key.startsWith(devicePrefix) ? localStorage : sessionStorage
}

/** Returns undefined if the storage is switched off or full. */
function safely<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** The id of the user who owns the drafts, or undefined if nobody is signed in. */
export const DraftOwner = createContext<string | undefined>(undefined)
