// Formats the results as a page, and checks the bars of the design.
import { availableParallelism, totalmem } from 'node:os'
import type { CaseName } from './cases.ts'
import type { CaseResult, Comparison } from './gateway-against-floor.ts'
import { mostConnections } from './measure.ts'
import { ratioToPgbench } from './rounds.ts'
import type { SizeResult } from './small-against-large.ts'
import { costTable, fine, speedTable, table, whole } from './tables.ts'

export interface Results {
  comparison: Comparison | undefined
  sizes: SizeResult[]
}

const titles: Record<CaseName, string> = {
  jobs: 'Read: a facility’s newest jobs with their bids',
  bids: 'Read: a contractor’s newest bids with their jobs',
  insert: 'Insert: one bid',
}
const atLeast: Record<CaseName, number> = { jobs: 0.65, bids: 0.65, insert: 0.55 }
const mostGrowth = 1.5
const judged = 16

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
    `${availableParallelism()} cores shared by client, gateway and PostgreSQL, ${gigabytes} GB; ` +
    `${postgres}Node ${process.versions.node}; everything over loopback. The product as \`npm start\` ` +
    'runs it, request log into a file, fsync on; only the limits are raised.'
  )
}

const howCompared = `10,000 jobs, 50,000 bids. The person has a session, which every request checks. The floor sends the
statements that the gateway’s own functions give for the request, with the same values, as the same login:

- bare loop: one Node process, a connection a client, prepared statements, both bound and executed under one Sync;
- pgbench: the same two statements between \`\\startpipeline\` and \`\\endpipeline\`, prepared, values bound as parameters. For
  inserts the ids of person and job are put together in SQL from numbers, since pgbench cannot choose among texts.

Turns of a second of warm-up and 3 s, gateway, loop, pgbench and again; medians of 3 rounds, of 7 at ${judged} clients; ratios
are medians of the ratios within a round. Each turn begins after a checkpoint; inserted rows are counted, and taken back.
The floor’s clients are connections, of which there are at most ${mostConnections} (the server takes 50): what stands beside 64
clients was done by ${mostConnections}.`

function caseSection({ name, path, bytes, summaries }: CaseResult) {
  const asked = name === 'insert' ? `POST ${path}` : `GET ${path}`
  const answer = bytes > 0 ? `Answers of up to ${whole(bytes)} bytes. ` : ''
  return `## ${titles[name]}\n\n\`${asked}\`\n\n${answer}${name === 'insert' ? 'Each by another contractor.' : 'Eight people in turn.'}

${speedTable(summaries)}

Processor time a request:\n\n${costTable(summaries)}`
}

function memorySection({ memory }: Comparison) {
  const { idleGateway, gateway, postgres } = memory
  return `## Memory\n\n${table(
    ['Process', 'MB'],
    [
      ['gateway at rest after its start, resident', whole(idleGateway)],
      ['gateway after all turns, resident', whole(gateway)],
      ['PostgreSQL, all processes, proportional', whole(postgres)],
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
    fine(small.p50),
    fine(small.p99),
    fine(large.p50),
    fine(large.p99),
    `${fine(ratio)}×`,
  ])
  return `## The same read in a small and in a large market\n
1,000 jobs with 3,000 bids and 1,000,000 with 3,000,000, about 50 jobs a facility in both; two products side by side, in
turns of 2 s, medians of 7.\n\n${table(head, rows)}`
}

export function barsOf({ comparison, sizes }: Results): string[] {
  const cases = (comparison?.cases ?? []).map(({ name, summaries }) => {
    const rounds = summaries.find(({ clients }) => clients === judged)?.rounds ?? []
    const ratio = ratioToPgbench(rounds)
    const what = `${titles[name]}: ${fine(ratio)} of pgbench at ${judged} clients, wanted ${atLeast[name]}`
    return `${verdict(ratio >= atLeast[name], ratio)}: ${what}`
  })
  const growth = sizes
    .filter(({ clients }) => clients === 1)
    .map(({ name, ratio }) => {
      const what = `${titles[name]}: p50 at 1,000,000 jobs ${fine(ratio)}× of that at 1,000, at most ${mostGrowth}×`
      return `${verdict(ratio <= mostGrowth, ratio)}: ${what}`
    })
  return [...cases, ...growth]
}

function verdict(isMet: boolean, figure: number) {
  if (Number.isNaN(figure)) return 'NOT MEASURED (no pgbench here)'
  return isMet ? 'met' : 'MISSED'
}
