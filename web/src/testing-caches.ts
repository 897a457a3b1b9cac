// Stubs the browser's cache storage, which jsdom lacks.
import { onTestFinished, vi } from 'vitest'

type Entries = Map<string, Response>

/** Adds an empty cache storage for one test, and returns its caches by name. */
export function stubCaches() {
  const caches = new Map<string, Entries>()
  const open = (name: string) => {
    const entries = caches.get(name) ?? new Map<string, Response>()
    caches.set(name, entries)
    return Promise.resolve({
      put: (address: string, response: Response) =>
        Promise.resolve(void entries.set(address, response)),
      match: (address: string) => Promise.resolve(entries.get(address)?.clone()),
      delete: (address: string) => Promise.resolve(entries.delete(address)),
    })
  }
  vi.stubGlobal('caches', {
    open,
    keys: () => Promise.resolve([...caches.keys()]),
    delete: (name: string) => Promise.resolve(caches.delete(name)),
  })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'caches'))
  return caches
}
