// Stores the unsent input of forms. Each tab has separate drafts, and closing the tab deletes them.
import { createContext } from 'react'

const prefix = 'draft:'

export function draftKey(userId: string, name: string) {
  return `${prefix}${userId}:${name}`
}

/** Returns the stored draft, which callers have to validate. Returns null or undefined if no draft is stored. */
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

/**
 * Uses the storage, and returns undefined if it is switched off or full. Forms work without storage, because their
 * fields keep the input.
 */
function safely<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** The id of the signed-in user, who owns the drafts. If there is no user, no draft is stored. */
export const DraftOwner = createContext<string | undefined>(undefined)
