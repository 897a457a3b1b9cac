import { createContext } from 'react'

// What people typed and did not send yet. It lives as long as the tab, and never leaves it.

const prefix = 'draft:'

export function draftKey(userId: string, name: string) {
  return `${prefix}${userId}:${name}`
}

/** Whoever reads looks at it as at anything from outside. Nothing, where none is kept. */
export function readDraft(key: string): unknown {
  return safely((): unknown => JSON.parse(sessionStorage.getItem(key) ?? 'null'))
}

export function writeDraft(key: string, draft: unknown) {
  safely(() => sessionStorage.setItem(key, JSON.stringify(draft)))
}

export function forgetDraft(key: string) {
  safely(() => sessionStorage.removeItem(key))
}

/** Everybody's, or all but those of one person. */
export function forgetDrafts({ except }: { except?: string } = {}) {
  safely(() => {
    const kept = except === undefined ? undefined : draftKey(except, '')
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix) && !(kept && key.startsWith(kept))) sessionStorage.removeItem(key)
    }
  })
}

/** Storage may be switched off or full. A form works without it: what is typed stands in its fields. */
function safely<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** Whose drafts are kept: the id of who is signed in. Where nobody is, nothing is kept. */
export const DraftOwner = createContext<string | undefined>(undefined)
