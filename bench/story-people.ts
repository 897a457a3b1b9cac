// Runs the users of `npm run bench -- story` in a separate process, so that they do not share an event loop with the
// measuring process. The first argument describes the server and the users. Each message from the measuring process is
// a command, and the reply contains the result.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { contractorDashboard, facilityDashboard } from './support/story/dashboards.ts'
import { TimeRecorder } from './support/story/figures.ts'
import { storyCommand, type StoryCommand, storyTarget } from './support/story/story-messages.ts'
import { type Counts, Person } from './support/story/person.ts'
import { biddersPerJob, runStory } from './support/story/story.ts'

/** After the final story has started, unfinished stories get this time to end. */
const graceMs = 15_000

/** The share of the users who compare their lists. */
const comparedShare = 0.1

const target = storyTarget.parse(JSON.parse(process.argv[2] ?? ''))
const recorder = new TimeRecorder()
const counts: Counts = { requests: 0, frames: 0, lostSockets: 0 }
const world = { target, recorder, counts }
const facilities = Array.from(
  { length: target.facilities },
  (_, index) => new Person(1 + index, world, facilityDashboard),
)
const contractors = Array.from(
  { length: target.contractors },
  (_, index) => new Person(target.firstContractor + index, world, contractorDashboard),
)
let storyCount = 0

process.on('message', (message) => void run(storyCommand.parse(message)))
process.on('disconnect', () => process.exit())

async function run(command: StoryCommand) {
  const lag = monitorEventLoopDelay({ resolution: 10 })
  lag.enable()
  const before = { ...counts, cpu: process.cpuUsage(), at: performance.now() }
  const { started, completed } = await obey(command)
  const { user, system } = process.cpuUsage(before.cpu)
  process.send?.({
    ...recorder.takeFigures(),
    started,
    completed,
    requests: counts.requests - before.requests,
    frames: counts.frames - before.frames,
    lostSockets: counts.lostSockets - before.lostSockets,
    seconds: (performance.now() - before.at) / 1000,
    cpuMs: (user + system) / 1000,
    loopLagMs: lag.percentile(99) / 1e6,
  })
  lag.disable()
}

function obey(command: StoryCommand) {
  if (command.kind === 'arrive') return signInAll(command.atOnce)
  if (command.kind === 'compare') return compareLists()
  return runStories(command.perMinute, command.seconds)
}

async function compareLists() {
  const compared = [...facilities, ...contractors].filter(() => Math.random() < comparedShare)
  const results = await Promise.all(compared.map((user) => user.hasFreshLists()))
  return { started: compared.length, completed: results.filter((isFresh) => isFresh).length }
}

async function signInAll(atOnce: number) {
  // The ids are hashes, so sorting by id mixes facilities and contractors.
  const queue = [...facilities, ...contractors].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const started = queue.length
  let completed = 0
  const signInNext = async () => {
    for (let user = queue.pop(); user; user = queue.pop()) {
      await user.signIn()
      completed += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, signInNext))
  return { started, completed }
}

async function runStories(perMinute: number, seconds: number) {
  const start = performance.now()
  const running = new Set<Promise<unknown>>()
  let started = 0
  let completed = 0
  while (performance.now() - start < seconds * 1000) {
    const story = startStory()
      .then(() => (completed += 1))
      // Ignore the failure here, because the class `Person` has already recorded it.
      .catch(() => undefined)
    running.add(story)
    void story.finally(() => running.delete(story))
    started += 1
    await sleep(Math.max(0, start + (started * 60_000) / perMinute - performance.now()))
  }
  await Promise.race([Promise.all(running), sleep(graceMs)])
  return { started, completed }
}

/** Starts the next story. Facilities take turns, and so do contractors. */
function startStory() {
  const facility = facilities[storyCount % facilities.length]
  if (!facility) throw new Error('Nobody posts.')
  const bidders = Array.from(
    { length: biddersPerJob },
    (_, index) => contractors[(storyCount * biddersPerJob + index) % contractors.length],
  ).filter((user) => user !== undefined)
  storyCount += 1
  return runStory(`Mend the roof, story ${storyCount}`, facility, bidders)
}
