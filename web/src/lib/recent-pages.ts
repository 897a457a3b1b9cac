// Stores which objects a user opened last, on this device and until the user logs out.
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { readValue, storeValue, subscribeToStore } from './local-store.ts'
import { useAccount } from './session/account.ts'
import { storeKey } from './store-keys.ts'

const recentPage = z.object({
  kind: z.enum(['job', 'person', 'consultation', 'chat']),
  id: z.string(),
  title: z.string(),
  path: z.string(),
  /** The category of a job, which chooses its picture. */
  category: z.optional(z.string()),
})

export type RecentPage = z.infer<typeof recentPage>

const maxPages = 8
const listeners = new Set<() => void>()

const keyOf = (userId: string) => storeKey(userId, 'recent')

/** Returns the pages that the user opened last, the latest first. */
export function useRecentPages(): RecentPage[] {
  const key = keyOf(useAccount().userId)
  const subscribe = useCallback((listener: () => void) => subscribeTo(key, listener), [key])
  // The text is a snapshot that React can compare.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(readValue(key)))
  return useMemo(() => parsePages(JSON.parse(text)), [text])
}

function subscribeTo(key: string, listener: () => void) {
  listeners.add(listener)
  const unsubscribe = subscribeToStore(key, listener)
  return () => {
    listeners.delete(listener)
    unsubscribe()
  }
}

/** Returns no pages if an older version of the app stored them in another form. */
function parsePages(stored: unknown): RecentPage[] {
  const pages = z.array(recentPage).safeParse(stored)
  return pages.success ? pages.data : []
}

type PageKey = Pick<RecentPage, 'kind' | 'id'>

export function rememberPage(userId: string, page: RecentPage) {
  store(userId, [page, ...pagesWithout(userId, page)].slice(0, maxPages))
}

/** Forgets a page whose object the user cannot see any more. */
export function forgetPage(userId: string, page: PageKey) {
  store(userId, pagesWithout(userId, page))
}

function pagesWithout(userId: string, page: PageKey) {
  return parsePages(readValue(keyOf(userId))).filter(
    ({ kind, id }) => kind !== page.kind || id !== page.id,
  )
}

function store(userId: string, pages: RecentPage[]) {
  storeValue(keyOf(userId), pages)
  for (const listener of listeners) listener()
}

/**
 * Lists the page of an object under "Recent" in the sidebar and in the command palette. Pass undefined until the object
 * is loaded: `useRememberPage(job && { kind: 'job', id: job.id, title: job.title, path: jobPath(role, job.id) })`.
 */
export function useRememberPage(page: RecentPage | undefined) {
  const { userId } = useAccount()
  const text = page && JSON.stringify(page)
  useEffect(() => {
    const [parsed] = text ? parsePages([JSON.parse(text)]) : []
    if (parsed) rememberPage(userId, parsed)
  }, [userId, text])
}
