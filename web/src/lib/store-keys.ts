// Names and removes the values that `local-store.ts` stores on this device.

const prefix = 'kept:'

export function storeKey(userId: string, ...names: string[]) {
  return [`${prefix}${userId}`, ...names].join(':')
}

export function removeValue(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // The storage is switched off, so it contains no value.
  }
}

export function keysWithPrefix(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start))
  } catch {
    return []
  }
}

/** Removes the values of all users, except for the user `except`. */
export function clearLocalStore({ except }: { except?: string } = {}) {
  const own = except === undefined ? undefined : storeKey(except, '')
  for (const key of keysWithPrefix(prefix)) if (!(own && key.startsWith(own))) removeValue(key)
}
