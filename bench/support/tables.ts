import { failuresOf, medianOf, ratioToLoop, ratioToPgbench, type Summary } from './rounds.ts'

type Cell = string | number

/** Formats a Markdown table with numbers aligned to the right. */
export function table(head: string[], rows: Cell[][]) {
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'))
  const line = (cells: Cell[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${rule.join('|')}|`, ...rows.map(line)].join('\n')
}

export function speedTable(summaries: Summary[]) {
  const head = [
    'Clients',
    'gateway /s',
    'p50 ms',
    'p99 ms',
    'bare loop /s',
    'of it',
    'pgbench /s',
    'of it',
    'failed',
  ]
  const rows = summaries.map(({ clients, rounds }) => [
    clients,
    whole(medianOf(rounds, ({ gateway }) => gateway.perSecond)),
    fine(medianOf(rounds, ({ gateway }) => gateway.p50)),
    fine(medianOf(rounds, ({ gateway }) => gateway.p99)),
    whole(medianOf(rounds, ({ loop }) => loop.perSecond)),
    fine(ratioToLoop(rounds)),
    whole(medianOf(rounds, ({ pgbench }) => pgbench?.perSecond ?? Number.NaN)),
    fine(ratioToPgbench(rounds)),
    failuresOf(rounds),
  ])
  return table(head, rows)
}

export function costTable(summaries: Summary[]) {
  const head = [
    'Clients',
    'gateway µs',
    'PostgreSQL µs',
    'load generator µs',
    'PostgreSQL by loop µs',
    'PostgreSQL by pgbench µs',
  ]
  const rows = summaries.map(({ clients, rounds }) => [
    clients,
    micro(medianOf(rounds, ({ costs }) => costs.gateway.gateway)),
    micro(medianOf(rounds, ({ costs }) => costs.gateway.postgres)),
    micro(medianOf(rounds, ({ gateway }) => gateway.cpu / gateway.asked)),
    micro(medianOf(rounds, ({ costs }) => costs.loop.postgres)),
    micro(medianOf(rounds, ({ costs }) => costs.pgbench?.postgres ?? Number.NaN)),
  ])
  return table(head, rows)
}

export function whole(number: number) {
  return Number.isNaN(number) ? '–' : Math.round(number).toLocaleString('en')
}

export function fine(number: number) {
  return Number.isNaN(number) ? '–' : number.toFixed(2)
}

function micro(milliseconds: number) {
  return milliseconds > 0 ? whole(milliseconds * 1000) : '–'
}
