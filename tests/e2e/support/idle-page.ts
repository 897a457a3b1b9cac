// Detects when a page has joined all its subscriptions, and no read is running or due. Polls at least two seconds apart
// are ignored. The page must load only once and open only one socket.
import type { Page, Request } from '@playwright/test'
import { z } from 'zod'
import { expect } from './test.ts'

const frame = z.tuple([z.unknown(), z.unknown(), z.string(), z.string(), z.unknown()])

/** Call this before the page opens. Returns a function that waits until the page is idle. */
export function watchIdle(page: Page) {
  const reads = watchReads(page)
  // The page reads its lists again after its subscriptions are ready.
  const isSubscribed = watchJoins(page, reads.markDue)
  const readState = () => ({ isSubscribed: isSubscribed(), isQuiet: reads.areOver() })
  return () =>
    expect.poll(readState, { timeout: 20_000 }).toEqual({ isSubscribed: true, isQuiet: true })
}

/** Returns a function that checks whether the server has confirmed all subscriptions to table changes. */
function watchJoins(page: Page, onSubscribed: () => void) {
  const joining = new Set<string>()
  const subscribed = new Set<string>()
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (/"phx_join".*"postgres_changes":\[\{/.test(String(payload))) joining.add(topicOf(payload))
    })
    socket.on('framereceived', ({ payload }) => {
      if (!/Subscribed to PostgreSQL/.test(String(payload))) return
      subscribed.add(topicOf(payload))
      onSubscribed()
    })
  })
  return () => joining.size > 0 && joining.isSubsetOf(subscribed)
}

function topicOf(payload: string | Buffer) {
  return frame.parse(JSON.parse(String(payload)))[2]
}

/**
 * If the page reads nothing for this time, no other read follows. The page pauses for three times the duration of up to
 * two reads, at most ten seconds (web/src/lib/live/coalesce.ts).
 */
const quietMs = (longestMs: number) => 500 + Math.min(6 * longestMs, 10_000)

/** Tracks the page's reads. `areOver` is true when no read is running and the last ended `quietMs` ago. */
function watchReads(page: Page) {
  const startTimes = new Map<Request, number>()
  let [longestMs, lastActivityAt] = [0, performance.now()]
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) startTimes.set(request, performance.now())
  })
  const end = (request: Request) => {
    const startedAt = startTimes.get(request)
    if (startedAt === undefined) return
    startTimes.delete(request)
    lastActivityAt = performance.now()
    longestMs = Math.max(longestMs, lastActivityAt - startedAt)
  }
  page.on('requestfinished', end).on('requestfailed', end)
  const markDue = () => (lastActivityAt = performance.now())
  const areOver = () =>
    startTimes.size === 0 && performance.now() - lastActivityAt > quietMs(longestMs)
  return { markDue, areOver }
}
