// What this device keeps of a person beyond the page: what is written and not sent. All tabs share it. It goes with
// the sign-out.

const prefix = 'kept:'

export function storeKey(userId: string, ...names: string[]) {
  return [`${prefix}${userId}`, ...names].join(':')
}

/** Nothing, also where storage is switched off. */
export function readValue(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Whether it could be kept: storage may be full or switched off. */
export function storeValue(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function removeValue(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

export function keysWithPrefix(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start))
  } catch {
    return []
  }
}

/** Everybody's, or all but what is one person's. */
export function clearLocalStore({ except }: { except?: string } = {}) {
  const own = except === undefined ? undefined : storeKey(except, '')
  for (const key of keysWithPrefix(prefix)) if (!(own && key.startsWith(own))) removeValue(key)
}

/** Tells what other tabs change below a key. */
export function subscribeToStore(start: string, onChange: () => void) {
  const hear = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(start)) onChange()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
