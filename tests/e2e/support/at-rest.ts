// When a page is at rest: what it follows is followed, and nothing that it reads is under way or due.
import type { Page, Request } from '@playwright/test'
import { z } from 'zod'
import { expect } from './test.ts'

const frame = z.tuple([z.unknown(), z.unknown(), z.string(), z.string(), z.unknown()])

/** Begun before the page is opened; what it returns waits. */
export function watchRest(page: Page) {
  const isFollowing = watchJoins(page)
  const isQuiet = watchReads(page)
  return () => expect.poll(() => isFollowing() && isQuiet(), { timeout: 30_000 }).toBe(true)
}

/** Whether there is a line, and each topic with changes of tables is heard on it. */
function watchJoins(page: Page) {
  const asked = new Set<string>()
  const heard = new Set<string>()
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (/"phx_join".*"postgres_changes":\[\{/.test(String(payload))) asked.add(topicOf(payload))
    })
    socket.on('framereceived', ({ payload }) => {
      if (/Subscribed to PostgreSQL/.test(String(payload))) heard.add(topicOf(payload))
    })
  })
  return () => asked.size > 0 && asked.isSubsetOf(heard)
}

function topicOf(payload: string | Buffer) {
  return frame.parse(JSON.parse(String(payload)))[2]
}

/** Whether so long nothing was read that the page does not just rest between two reads (web/src/lib/live/burst.ts). */
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
  // A run is two reads at most, and rests three times as long.
  return () => underWay.size === 0 && performance.now() - latest > 250 + 8 * longest
}
