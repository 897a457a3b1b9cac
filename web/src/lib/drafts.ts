// Stores the unsent input of a tab's forms until the tab is closed.
import { createContext } from 'react'

const prefix = 'draft:'

export function draftKey(userId: string, name: string) {
  return `${prefix}${userId}:${name}`
}

/** Callers have to validate the returned draft, which may be null or undefined. */
export function readDraft(key: string): unknown {
  return safely((): unknown => JSON.parse(sessionStorage.getItem(key) ?? 'null'))
}

export function writeDraft(key: string, draft: unknown) {
  safely(() => sessionStorage.setItem(key, JSON.stringify(draft)))
}

export function forgetDraft(key: string) {
  safely(() => sessionStorage.removeItem(key))
}

/** Removes the drafts of all users, except for the user `except`. */
export function forgetDrafts({ except }: { except?: string } = {}) {
  safely(() => {
    const kept = except === undefined ? undefined : draftKey(except, '')
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && !(kept && key.startsWith(kept))) sessionStorage.removeItem(key)
    }
  })
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
