// Formats the results as a Markdown page: the load that the machine carried, and what failed first.
import { availableParallelism, totalmem } from 'node:os'
import type { Market } from '../market.ts'
import { fine, table, whole } from '../tables.ts'
import type { Turn } from './machine.ts'
import { thinking } from './story.ts'

interface Results {
  turns: Turn[]
  load: number
  facilities: number
  contractors: number
  market: Market
}

/**
 * The limit in milliseconds for the 99th percentile of the response times and of the delivery
 * times.
 */
const mostP99 = 1000

/** Returns whether nearly all stories were completed. */
export const isCarried = ({ figures: { begun, done } }: Turn) => done >= 0.95 * begun

/** Returns whether nearly all stories were completed, and in time. */
function holds(turn: Turn) {
  const slow = ['do', 'told'].some((kind) => (operation(turn, kind)?.p99 ?? 0) > mostP99)
  return isCarried(turn) && !slow
}

const operation = ({ figures }: Turn, what: string) =>
  figures.operations.find((one) => one.what === what)

const paceOf = ({ order }: Turn) => (order.kind === 'stories' ? order.perMinute : 0)

export function reportOf({ turns, load, facilities, contractors, market }: Results) {
  const [arrival, ...steps] = turns
  const held = steps.findLast(holds)
  const broke = steps.find((step) => !holds(step))
  const people = facilities + contractors
  return `# The whole story, with ${people} users at once

Written by \`npm run bench -- story\` on ${new Date().toISOString().slice(0, 10)}.

${meaning(held, broke)}

${facilities} facilities and ${contractors} contractors each have the first screen of the web app open, with a socket, its subscriptions and
its repeated reads, in a market of ${whole(market.jobs)} jobs. A story: a facility posts a job, and three contractors get it, look at it
and bid. One asks a question, the facility answers and accepts, and all three get the result. Each user pauses for ${thinking / 1000} s
before an action. All rules and limits apply, and each user has a network address. Users, gateway and PostgreSQL share
${availableParallelism()} cores and ${Math.round(totalmem() / 2 ** 30)} GB. The users are one process. A pace counts as carried if 95 % of the stories are completed, and if 99 %
of the actions are answered and delivered within ${mostP99 / 1000} s. The load average in the minute before was ${load.toFixed(1)}.

## Arriving

${arrival ? arrivalOf(arrival) : ''}

## Stories

${table(stepHead, steps.map(stepRow))}

Processor time is in percent of one core.

${table(costHead, turns.map(costRow))}

${[held, broke]
  .filter((turn) => turn !== undefined)
  .map(operationsOf)
  .join('\n\n')}

## Failures

${failuresOf(turns)}
`
}

function meaning(held: Turn | undefined, broke: Turn | undefined) {
  const carried = held
    ? `This machine carries ${paceOf(held)} stories a minute with all users online: ${rate(held)} requests and ${frames(held)} live frames a second.`
    : 'This machine carries no tested pace.'
  if (!broke) return `${carried} No tested pace was too much.`
  const { gateway, postgres } = broke.cost
  const crowd = shareOf(broke)
  const cores = 100 * availableParallelism()
  const used = gateway + postgres + crowd
  const why =
    used > 0.9 * cores
      ? `The processor is the limit: PostgreSQL takes ${whole(postgres)} %, the gateway ${whole(gateway)} % and the users themselves ${whole(crowd)} % of ${cores} %.`
      : `${whole(used)} % of ${cores} % of the processor are used. The event loop is blocked for up to ${whole(broke.cost.longestLag)} ms, and up to ${broke.cost.waiting} requests wait for a database connection.`
  return `${carried} At ${paceOf(broke)} a minute the load is too high. ${why}`
}

function arrivalOf(turn: Turn) {
  const { figures } = turn
  const what = ['sign in', 'open the page', 'open a socket and subscribe']
  const rows = what.map((name) => timesOf(turn, name))
  const atOnce = turn.order.kind === 'arrive' ? turn.order.atOnce : 0
  return `${figures.done} of ${figures.begun} users signed in within ${whole(figures.seconds)} s, ${atOnce} at a time: ${fine(figures.done / figures.seconds)} a second. Password hashes take most of the
time. Opening the page includes all its reads, in parallel.

${table(['', 'times', 'p50 ms', 'p99 ms', 'longest ms'], rows)}`
}

const stepHead = [
  'stories a minute',
  'begun',
  'done',
  'requests /s',
  'frames /s',
  'act p50 ms',
  'p99 ms',
  'told p50 ms',
  'p99 ms',
  'read again p50 ms',
  'p99 ms',
]

function stepRow(turn: Turn) {
  const both = (what: string) => {
    const { p50 = Number.NaN, p99 = Number.NaN } = operation(turn, what) ?? {}
    return [whole(p50), whole(p99)]
  }
  const { begun, done } = turn.figures
  return [
    `${paceOf(turn)}${holds(turn) ? '' : ' (too much)'}`,
    begun,
    done,
    rate(turn),
    frames(turn),
    ...both('do'),
    ...both('told'),
    ...both('again'),
  ]
}

const costHead = [
  '',
  'gateway',
  'PostgreSQL',
  'the users',
  'loop lag p99 ms',
  'longest ms',
  'waited for a database connection',
  'gateway MB',
  'PostgreSQL MB',
  'lag of the users ms',
]

function costRow(turn: Turn) {
  const { order, cost, figures } = turn
  return [
    order.kind === 'arrive' ? 'arriving' : `${order.perMinute} a minute`,
    whole(cost.gateway),
    whole(cost.postgres),
    whole(shareOf(turn)),
    whole(cost.lag),
    whole(cost.longestLag),
    cost.waiting,
    whole(cost.memory),
    whole(cost.postgresMemory),
    whole(figures.loopLag),
  ]
}

function operationsOf(turn: Turn) {
  const rows = turn.figures.operations
    .map(({ what }) => what)
    .filter((what) => what.includes(':'))
    .toSorted()
    .map((what) => timesOf(turn, what))
  return `### At ${paceOf(turn)} a minute\n\n${table(['', 'times', 'p50 ms', 'p99 ms', 'longest ms'], rows)}`
}

function timesOf(turn: Turn, what: string) {
  const {
    count = 0,
    p50 = Number.NaN,
    p99 = Number.NaN,
    longest = Number.NaN,
  } = operation(turn, what) ?? {}
  return [what, whole(count), whole(p50), whole(p99), whole(longest)]
}

function failuresOf(turns: Turn[]) {
  const rows = turns.flatMap((turn) => {
    const { failures, lostSockets } = turn.figures
    const sockets: [string, number][] = lostSockets > 0 ? [['sockets closed', lostSockets]] : []
    const at = paceOf(turn) ? `${paceOf(turn)} a minute` : 'arriving'
    return [...Object.entries(failures), ...sockets].map(([what, count]) => [at, what, count])
  })
  return rows.length > 0 ? table(['', 'what', 'times'], rows) : 'Nothing.'
}

const rate = ({ figures }: Turn) => whole(figures.requests / figures.seconds)
const frames = ({ figures }: Turn) => whole(figures.frames / figures.seconds)
/** Returns the load of the users' process in percent of one core. */
const shareOf = ({ figures }: Turn) => (100 * figures.cpu) / (figures.seconds * 1000)
