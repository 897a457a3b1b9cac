// What people typed and did not send yet. It lives as long as the tab, and never leaves it.

/** The values of every field, also of those that were emptied. */
export type Draft = Record<string, string[]>

const prefix = 'draft:'

export function draftKey(userId: string, name: string) {
  return `${prefix}${userId}:${name}`
}

export function readDraft(key: string): Draft {
  return safely(() => draftIn(JSON.parse(sessionStorage.getItem(key) ?? '{}'))) ?? {}
}

export function writeDraft(key: string, draft: Draft) {
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

function draftIn(value: unknown): Draft {
  if (typeof value !== 'object' || value === null) return {}
  const draft: Draft = {}
  for (const [name, texts] of Object.entries(value)) {
    if (Array.isArray(texts)) draft[name] = texts.filter((text) => typeof text === 'string')
  }
  return draft
}

/** Storage may be switched off or full. A form works without it: what is typed stands in its fields. */
function safely<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
