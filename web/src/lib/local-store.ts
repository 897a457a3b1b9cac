// Stores a user's values on this device, for all tabs, until the user logs out.

/** Returns the stored value, or null if the value is missing or the storage is switched off. */
export function readValue(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Returns false if the storage is full or switched off. */
export function storeValue(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Calls the callback when another tab changes a key with this prefix. */
export function subscribeToStore(start: string, onChange: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(start)) onChange()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
