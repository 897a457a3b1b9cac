// Tells when a page is idle. It has all its subscriptions, and no read is running or due, except
// for lists that poll every other second at most. It watches a page that loads once and opens one
// socket.
import type { Page, Request } from '@playwright/test'
import { z } from 'zod'
import { expect } from './test.ts'

const frame = z.tuple([z.unknown(), z.unknown(), z.string(), z.string(), z.unknown()])

/** Call it before the page opens. The returned function waits. */
export function watchIdle(page: Page) {
  const reads = watchReads(page)
  // The page reads its lists again once it is subscribed.
  const isFollowing = watchJoins(page, reads.areDue)
  const look = () => ({ isFollowing: isFollowing(), isQuiet: reads.areOver() })
  return () => expect.poll(look, { timeout: 20_000 }).toEqual({ isFollowing: true, isQuiet: true })
}

/** Whether the socket is open and every topic with table changes is subscribed. */
function watchJoins(page: Page, onHeard: () => void) {
  const asked = new Set<string>()
  const heard = new Set<string>()
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (/"phx_join".*"postgres_changes":\[\{/.test(String(payload))) asked.add(topicOf(payload))
    })
    socket.on('framereceived', ({ payload }) => {
      if (!/Subscribed to PostgreSQL/.test(String(payload))) return
      heard.add(topicOf(payload))
      onHeard()
    })
  })
  return () => asked.size > 0 && asked.isSubsetOf(heard)
}

function topicOf(payload: string | Buffer) {
  return frame.parse(JSON.parse(String(payload)))[2]
}

/**
 * Milliseconds. A burst is at most two reads, then pauses three times as long, at most ten seconds
 * (web/src/lib/live/coalesce.ts).
 */
const enough = (longest: number) => 500 + Math.min(6 * longest, 10_000)

/** Whether the last read was too long ago for a pause between two reads. */
function watchReads(page: Page) {
  const underWay = new Map<Request, number>()
  let [longest, latest] = [0, performance.now()]
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) underWay.set(request, performance.now())
  })
  const end = (request: Request) => {
    const begun = underWay.get(request)
    if (begun === undefined) return
    underWay.delete(request)
    latest = performance.now()
    longest = Math.max(longest, latest - begun)
  }
  page.on('requestfinished', end).on('requestfailed', end)
  const areDue = () => (latest = performance.now())
  const areOver = () => underWay.size === 0 && performance.now() - latest > enough(longest)
  return { areDue, areOver }
}
