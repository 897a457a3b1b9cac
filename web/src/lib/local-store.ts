// Stores a user's values on this device, such as unsent text and upcoming consultations. All tabs share the values, and
// logging out deletes them.

/** Returns the stored value. Returns null if there is no value, or if the storage is switched off. */
export function readValue(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value. Returns false if the storage is full or switched off. */
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
