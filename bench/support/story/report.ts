// Formats the results as a Markdown page: the load that the machine carried, and what failed first.
import { availableParallelism, totalmem } from 'node:os'
import type { Market } from '../market.ts'
import { formatDecimal, table, formatWhole } from '../tables.ts'
import type { RoundResult } from './machine.ts'
import { pauseMs } from './story.ts'

interface StoryResults {
  turns: RoundResult[]
  load: number
  facilities: number
  contractors: number
  market: Market
}

/**
 * The limit in milliseconds for the 99th percentile of the response times and of the delivery
 * times.
 */
const maxP99Ms = 1000

/** Returns whether nearly all stories were completed. */
export const isCarried = ({ figures: { started: begun, completed: done } }: RoundResult) =>
  done >= 0.95 * begun

/** Returns whether nearly all stories were completed, and in time. */
function isSustained(turn: RoundResult) {
  const slow = ['do', 'received'].some((kind) => (operation(turn, kind)?.p99 ?? 0) > maxP99Ms)
  return isCarried(turn) && !slow
}

const operation = ({ figures }: RoundResult, name: string) =>
  figures.operations.find((operationFigures) => operationFigures.name === name)

const storiesPerMinute = ({ command: order }: RoundResult) =>
  order.kind === 'stories' ? order.perMinute : 0

export function reportOf({ turns, load, facilities, contractors, market }: StoryResults) {
  const [arrival, ...steps] = turns
  const lastSustained = steps.findLast(isSustained)
  const firstOverload = steps.find((step) => !isSustained(step))
  const userCount = facilities + contractors
  return `# The whole story, with ${userCount} users at once

Written by \`npm run bench -- story\` on ${new Date().toISOString().slice(0, 10)}.

${summaryText(lastSustained, firstOverload)}

${facilities} facilities and ${contractors} contractors each have the first screen of the web app open, with a socket, its subscriptions and
its repeated reads, in a market of ${formatWhole(market.jobs)} jobs. A story: a facility posts a job, and three contractors get it, look at it
and bid. One asks a question, the facility answers and accepts, and all three get the result. Each user pauses for ${pauseMs / 1000} s
before an action. After each pace a random tenth of the users compare their lists with fresh reads. All rules and limits apply, and each user has a network address. Users, gateway and PostgreSQL share
${availableParallelism()} cores and ${Math.round(totalmem() / 2 ** 30)} GB. The users are one process. A pace counts as carried if 95 % of the stories are completed, and if 99 %
of the actions are answered and delivered within ${maxP99Ms / 1000} s. The load average in the minute before was ${load.toFixed(1)}.

## Arriving

${arrival ? arrivalOf(arrival) : ''}

## Stories

${table(stepHead, steps.map(stepRow))}

Processor time is in percent of one core.

${table(costHead, turns.map(costRow))}

${[lastSustained, firstOverload]
  .filter((turn) => turn !== undefined)
  .map(operationsOf)
  .join('\n\n')}

## Failures

${failuresOf(turns)}
`
}

function summaryText(
  lastSustained: RoundResult | undefined,
  firstOverload: RoundResult | undefined,
) {
  const carried = lastSustained
    ? `This machine carries ${storiesPerMinute(lastSustained)} stories a minute with all users online: ${rate(lastSustained)} requests and ${frames(lastSustained)} live frames a second.`
    : 'This machine carries no tested pace.'
  if (!firstOverload) return `${carried} No tested pace was too much.`
  const { gateway, postgres } = firstOverload.cost
  const usersLoad = shareOf(firstOverload)
  const cores = 100 * availableParallelism()
  const totalLoad = gateway + postgres + usersLoad
  const explanation =
    totalLoad > 0.9 * cores
      ? `The processor is the limit: PostgreSQL takes ${formatWhole(postgres)} %, the gateway ${formatWhole(gateway)} % and the users themselves ${formatWhole(usersLoad)} % of ${cores} %.`
      : `${formatWhole(totalLoad)} % of ${cores} % of the processor are used. The event loop is blocked for up to ${formatWhole(firstOverload.cost.maxLagMs)} ms, and up to ${firstOverload.cost.waitingRequests} requests wait for a database connection.`
  return `${carried} At ${storiesPerMinute(firstOverload)} a minute the load is too high. ${explanation}`
}

function arrivalOf(turn: RoundResult) {
  const { figures } = turn
  const actionNames = ['sign in', 'open the page', 'open a socket and subscribe']
  const rows = actionNames.map((name) => timesOf(turn, name))
  const atOnce = turn.command.kind === 'arrive' ? turn.command.atOnce : 0
  return `${figures.completed} of ${figures.started} users signed in within ${formatWhole(figures.seconds)} s, ${atOnce} at a time: ${formatDecimal(figures.completed / figures.seconds)} a second. Password hashes take most of the
time. Opening the page includes all its reads, in parallel.

${table(['', 'times', 'p50 ms', 'p99 ms', 'longest ms'], rows)}`
}

const stepHead = [
  'stories a minute',
  'started',
  'completed',
  'requests /s',
  'frames /s',
  'action p50 ms',
  'p99 ms',
  'received p50 ms',
  'p99 ms',
  'refetch p50 ms',
  'p99 ms',
  'reads a story',
  'lists equal',
]

function stepRow(turn: RoundResult) {
  const p50AndP99 = (name: string) => {
    const { p50 = Number.NaN, p99 = Number.NaN } = operation(turn, name) ?? {}
    return [formatWhole(p50), formatWhole(p99)]
  }
  const { started: begun, completed: done } = turn.figures
  return [
    `${storiesPerMinute(turn)}${isSustained(turn) ? '' : ' (too much)'}`,
    begun,
    done,
    rate(turn),
    frames(turn),
    ...p50AndP99('do'),
    ...p50AndP99('received'),
    ...p50AndP99('refetch'),
    readsPerStory(turn),
    turn.lists ? `${turn.lists.completed} of ${turn.lists.started}` : '',
  ]
}

/** Returns the number of refetches for each completed story. */
function readsPerStory(turn: RoundResult) {
  const { count = 0 } = operation(turn, 'refetch') ?? {}
  return formatWhole(count / turn.figures.completed)
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

function costRow(turn: RoundResult) {
  const { command: order, cost, figures } = turn
  return [
    order.kind === 'stories' ? `${order.perMinute} a minute` : 'arriving',
    formatWhole(cost.gateway),
    formatWhole(cost.postgres),
    formatWhole(shareOf(turn)),
    formatWhole(cost.lagMs),
    formatWhole(cost.maxLagMs),
    cost.waitingRequests,
    formatWhole(cost.memoryMegabytes),
    formatWhole(cost.postgresMegabytes),
    formatWhole(figures.loopLagMs),
  ]
}

function operationsOf(turn: RoundResult) {
  const rows = turn.figures.operations
    .map(({ name }) => name)
    .filter((name) => name.includes(':'))
    .toSorted()
    .map((name) => timesOf(turn, name))
  return `### At ${storiesPerMinute(turn)} a minute\n\n${table(['', 'times', 'p50 ms', 'p99 ms', 'longest ms'], rows)}`
}

function timesOf(turn: RoundResult, name: string) {
  const {
    count = 0,
    p50 = Number.NaN,
    p99 = Number.NaN,
    max: longest = Number.NaN,
  } = operation(turn, name) ?? {}
  return [name, formatWhole(count), formatWhole(p50), formatWhole(p99), formatWhole(longest)]
}

function failuresOf(turns: RoundResult[]) {
  const rows = turns.flatMap((turn) => {
    const { failures, lostSockets } = turn.figures
    const sockets: [string, number][] = lostSockets > 0 ? [['sockets closed', lostSockets]] : []
    const round = storiesPerMinute(turn) ? `${storiesPerMinute(turn)} a minute` : 'arriving'
    return [...Object.entries(failures), ...sockets].map(([name, count]) => [round, name, count])
  })
  return rows.length > 0 ? table(['', 'failure', 'times'], rows) : 'Nothing.'
}

const rate = ({ figures }: RoundResult) => formatWhole(figures.requests / figures.seconds)
const frames = ({ figures }: RoundResult) => formatWhole(figures.frames / figures.seconds)
/** Returns the load of the users' process in percent of one core. */
const shareOf = ({ figures }: RoundResult) => (100 * figures.cpuMs) / (figures.seconds * 1000)
