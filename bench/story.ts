// Runs stories with 500 signed-in users, each with an open socket. A story is a job from the
// posting to the award. All rate limits apply. The report shows how much load this machine carries
// and what fails first. Writes bench/results/story.md.
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeMarket, marketOf } from './support/market.ts'
import { type Product, startProduct } from './support/product.ts'
import { measureCost, type RoundResult } from './support/story/machine.ts'
import {
  type Figures,
  figures,
  type StoryCommand,
  type StoryTarget,
} from './support/story/story-messages.ts'
import { isCarried, reportOf } from './support/story/report.ts'

const market = marketOf(10_000, [0, 1, 2, 3, 3, 4, 5, 6, 8, 10, 13])
const people = { facilities: 100, contractors: 400 }
const firstContractor = market.facilities + 1
/** The number of users who sign in at the same moment. */
const concurrency = 16
/**
 * The numbers of stories per minute. The pace rises step by step until the server cannot keep up.
 */
const pacesPerMinute = [10, 20, 40, 80, 160, 240, 320, 400, 640]
const seconds = 15

// @covers operations.story
export async function measureStory() {
  const [load = 0] = loadavg()
  const metricsToken = randomBytes(16).toString('hex')
  const product = await startProduct({
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_TOKEN: metricsToken,
  })
  try {
    const target = await prepareMarket(product)
    const users = fork(fileURLToPath(new URL('story-people.ts', import.meta.url)), [
      JSON.stringify(target),
    ])
    const runRound = async (order: StoryCommand): Promise<RoundResult> => {
      const { result, cost } = await measureCost(product, metricsToken, () =>
        sendCommand(users, order),
      )
      return { command: order, figures: result, cost }
    }
    const rounds = [await runRound({ kind: 'arrive', atOnce: concurrency })]
    await sleep(2000)
    for (const perMinute of pacesPerMinute) {
      const round = await runRound({ kind: 'stories', perMinute, seconds })
      process.stdout.write(
        `${perMinute} a minute: ${round.figures.completed} of ${round.figures.started}\n`,
      )
      // Pages that became stale are read again within two seconds.
      await sleep(4000)
      const { figures: lists } = await runRound({ kind: 'compare' })
      rounds.push({ ...round, lists })
      if (!isCarried(round)) break
    }
    users.kill()
    const report = reportOf({ turns: rounds, load, ...people, market })
    await writeFile(new URL('results/story.md', import.meta.url), report)
    process.stdout.write(report)
  } finally {
    await product.stop()
  }
}

async function prepareMarket({ pool, port, keys }: Product): Promise<StoryTarget> {
  await makeMarket(pool, market, { withTalk: true })
  const password = `Story-${randomBytes(9).toString('base64url')}`
  const settings = {
    facilities: people.facilities,
    first_contractor: firstContractor,
    last_contractor: firstContractor + people.contractors - 1,
    password,
  }
  const set = Object.entries(settings).map(
    ([name, value]) => `set local story.${name} = '${value}'`,
  )
  const sql = await readFile(new URL('story.sql', import.meta.url), 'utf8')
  await pool.query(`begin; ${set.join(';')}; ${sql}; commit`)
  // The market was loaded without triggers, so the stored totals of lists are missing.
  await pool.query('select private.recount()')
  await pool.query('vacuum analyze')
  return { port, anonKey: keys.anonKey, ...people, firstContractor, password }
}

function sendCommand(users: ChildProcess, order: StoryCommand): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The people have gone.'))
    users.once('exit', onExit)
    users.once('message', (message) => {
      users.off('exit', onExit)
      resolve(figures.parse(message))
    })
    users.send(order)
  })
}
