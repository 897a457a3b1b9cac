// When a page is at rest: what it follows is followed, and nothing that it reads is under way or due, but for lists that
// are read every other second at most. It watches a page that is loaded once and opens one socket.
import type { Page, Request } from '@playwright/test'
import { z } from 'zod'
import { expect } from './test.ts'

const frame = z.tuple([z.unknown(), z.unknown(), z.string(), z.string(), z.unknown()])

/** Begun before the page is opened; what it returns waits. */
export function watchRest(page: Page) {
  const reads = watchReads(page)
  // What is followed is read again.
  const isFollowing = watchJoins(page, reads.areDue)
  const look = () => ({ isFollowing: isFollowing(), isQuiet: reads.areOver() })
  return () => expect.poll(look, { timeout: 20_000 }).toEqual({ isFollowing: true, isQuiet: true })
}

/** Whether there is a line, and each topic with changes of tables is heard on it. */
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

/** In milliseconds: a run is two reads at most, and rests three times as long, at most ten seconds (web/src/lib/live/coalesce.ts). */
const enough = (longest: number) => 500 + Math.min(6 * longest, 10_000)

/** Whether so long nothing was read that the page does not just rest between two reads. */
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
