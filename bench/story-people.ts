// Runs the users of `npm run bench -- story` in a separate process, so that they do not share an
// event loop with the measuring process. The first argument describes the server and the users.
// Each message is an order, and the reply is the result.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { contractorDashboard, facilityDashboard } from './support/story/dashboards.ts'
import { Notes } from './support/story/figures.ts'
import { order, type Order, storyTarget } from './support/story/orders.ts'
import { type Counts, Person } from './support/story/person.ts'
import { biddersOfJob, tell } from './support/story/story.ts'

/** Milliseconds that unfinished stories get after the last story has started. */
const grace = 15_000

const where = storyTarget.parse(JSON.parse(process.argv[2] ?? ''))
const notes = new Notes()
const counts: Counts = { requests: 0, frames: 0, lostSockets: 0 }
const world = { target: where, notes, counts }
const facilities = Array.from(
  { length: where.facilities },
  (_, at) => new Person(1 + at, world, facilityDashboard),
)
const contractors = Array.from(
  { length: where.contractors },
  (_, at) => new Person(where.firstContractor + at, world, contractorDashboard),
)
let told = 0

process.on('message', (message) => void obey(order.parse(message)))
process.on('disconnect', () => process.exit())

async function obey(what: Order) {
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const before = { ...counts, cpu: process.cpuUsage(), at: performance.now() }
  const { begun, done } =
    what.kind === 'arrive' ? await arrive(what.atOnce) : await stories(what.perMinute, what.seconds)
  const { user, system } = process.cpuUsage(before.cpu)
  process.send?.({
    ...notes.take(),
    begun,
    done,
    requests: counts.requests - before.requests,
    frames: counts.frames - before.frames,
    lostSockets: counts.lostSockets - before.lostSockets,
    seconds: (performance.now() - before.at) / 1000,
    cpu: (user + system) / 1000,
    loopLag: lag.percentile(99) / 1e6,
  })
  lag.disable()
}

async function arrive(atOnce: number) {
  // Sort by id to mix facilities and contractors. The ids are hashes.
  const line = [...facilities, ...contractors].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )
  const begun = line.length
  let done = 0
  const lane = async () => {
    for (let one = line.pop(); one; one = line.pop()) {
      await one.arrive()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { begun, done }
}

async function stories(perMinute: number, seconds: number) {
  const began = performance.now()
  const running = new Set<Promise<unknown>>()
  let begun = 0
  let done = 0
  while (performance.now() - began < seconds * 1000) {
    const story = next()
      .then(() => (done += 1))
      // `Person` has already recorded the failure.
      .catch(() => undefined)
    running.add(story)
    void story.finally(() => running.delete(story))
    begun += 1
    await sleep(Math.max(0, began + (begun * 60_000) / perMinute - performance.now()))
  }
  await Promise.race([Promise.all(running), sleep(grace)])
  return { begun, done }
}

/** Starts the next story. Facilities take turns, and so do contractors. */
function next() {
  const facility = facilities[told % facilities.length]
  if (!facility) throw new Error('Nobody posts.')
  const bidders = Array.from(
    { length: biddersOfJob },
    (_, at) => contractors[(told * biddersOfJob + at) % contractors.length],
  ).filter((one) => one !== undefined)
  told += 1
  return tell(`Mend the roof, story ${told}`, facility, bidders)
}
