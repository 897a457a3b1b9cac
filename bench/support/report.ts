// Formats the results as a Markdown page and compares them with the required values.
import { availableParallelism, totalmem } from 'node:os'
import type { CaseName } from './cases.ts'
import type { CaseResult, Comparison } from './gateway-comparison.ts'
import { maxConnections } from './measure.ts'
import { ratioToPgbench } from './rounds.ts'
import type { SizeResult } from './size-comparison.ts'
import { costTable, formatDecimal, speedTable, table, formatWhole } from './tables.ts'

export interface Results {
  comparison: Comparison | undefined
  sizes: SizeResult[]
}

const titles: Record<CaseName, string> = {
  jobs: "Read: a facility's newest jobs with their bids",
  bids: "Read: a contractor's newest bids with their jobs",
  insert: 'Insert: one bid',
}
const minRatios: Record<CaseName, number> = { jobs: 0.75, bids: 0.75, insert: 0.75 }
const maxGrowth = 1.5
const judgedClients = 16

export function reportOf({ comparison, sizes }: Results) {
  const sections = [
    `# The data path\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}.`,
    machine(comparison),
    ...(comparison ? [howCompared, ...comparison.cases.map(caseSection)] : []),
    ...(comparison ? [memorySection(comparison)] : []),
    ...(sizes.length > 0 ? [sizeSection(sizes)] : []),
    `## Bars\n\n${barsOf({ comparison, sizes })
      .map((bar) => `- ${bar}`)
      .join('\n')}`,
  ]
  return `${sections.join('\n\n')}\n`
}

function machine(comparison: Comparison | undefined) {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const postgres = comparison ? `PostgreSQL ${comparison.postgresVersion} (embedded), ` : ''
  return (
    `${availableParallelism()} cores and ${gigabytes} GB, shared by client, gateway and PostgreSQL; ` +
    `${postgres}Node ${process.versions.node}; all connections over loopback. The server runs ` +
    'as with `npm start`, with the request log in a file and fsync on. Only the limits are raised.'
  )
}

const howCompared = `10,000 jobs, 50,000 bids. Users have sessions, which every request checks. The floor is the same
work without the gateway: the statements that the gateway writes for the request, but with the context statement and the
planner settings of commit 78adb81d. Values and login are the same. Two programs measure it:

- bare loop: one Node.js process with a connection for each client. Its prepared statements are both bound and executed
  under one Sync.
- pgbench: the same two prepared statements between \`\\startpipeline\` and \`\\endpipeline\`, with values bound as
  parameters. For inserts SQL builds the ids of user and job from numbers, because pgbench cannot choose among texts.

In each round the gateway, the loop and pgbench run for 3 s each, after a second of warm-up. Figures are medians of 3
rounds, or of 7 at ${judgedClients} clients. Ratios are medians of the ratios within a round. Each run begins after a checkpoint,
and its inserted rows are counted and deleted. Each client of the floor needs a database connection, and the gateway
leaves ${maxConnections} of the 50. In the row of 64 clients the floor therefore has ${maxConnections}.`

function caseSection({ name, path, bytes, summaries }: CaseResult) {
  const requestLine = name === 'insert' ? `POST ${path}` : `GET ${path}`
  const responseText = bytes > 0 ? `Responses of up to ${formatWhole(bytes)} bytes. ` : ''
  return `## ${titles[name]}\n\n\`${requestLine}\`\n\n${responseText}${name === 'insert' ? 'Each by another contractor.' : 'Eight users take turns.'}

${speedTable(summaries)}

Processor time a request:\n\n${costTable(summaries)}`
}

function memorySection({ memory }: Comparison) {
  const { idleGateway, gateway, postgres } = memory
  return `## Memory\n\n${table(
    ['Process', 'MB'],
    [
      ['gateway idle after its start, resident', formatWhole(idleGateway)],
      ['gateway after all rounds, resident', formatWhole(gateway)],
      ['PostgreSQL, all processes, proportional', formatWhole(postgres)],
    ],
  )}`
}

function sizeSection(sizes: SizeResult[]) {
  const head = [
    'Read',
    'clients',
    '1,000 jobs: p50 ms',
    'p99 ms',
    '1,000,000: p50 ms',
    'p99 ms',
    'p50 grows',
  ]
  const rows = sizes.map(({ name, clients, small, large, ratio }) => [
    titles[name],
    clients,
    formatDecimal(small.p50),
    formatDecimal(small.p99),
    formatDecimal(large.p50),
    formatDecimal(large.p99),
    `${formatDecimal(ratio)}×`,
  ])
  return `## The same read in a small and in a large market\n
One market has 1,000 jobs with 3,000 bids, the other 1,000,000 with 3,000,000. Both have about 50 jobs a facility. Two
servers take turns of 2 s. Figures are medians of 7.\n\n${table(head, rows)}`
}

export function barsOf({ comparison, sizes }: Results): string[] {
  const cases = (comparison?.cases ?? []).map(({ name, summaries }) => {
    const rounds = summaries.find(({ clients }) => clients === judgedClients)?.rounds ?? []
    const ratio = ratioToPgbench(rounds)
    const measure = `${titles[name]}: ${formatDecimal(ratio)} of pgbench at ${judgedClients} clients, at least ${minRatios[name]}`
    return `${verdict(ratio >= minRatios[name], ratio)}: ${measure}`
  })
  const growth = sizes
    .filter(({ clients }) => clients === 1)
    .map(({ name, ratio }) => {
      const measure = `${titles[name]}: p50 at 1,000,000 jobs ${formatDecimal(ratio)}× of that at 1,000, at most ${maxGrowth}×`
      return `${verdict(ratio <= maxGrowth, ratio)}: ${measure}`
    })
  return [...cases, ...growth]
}

function verdict(isMet: boolean, figure: number) {
  if (Number.isNaN(figure)) return 'NOT MEASURED (no pgbench here)'
  return isMet ? 'met' : 'MISSED'
}
