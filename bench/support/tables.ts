import { failuresOf, medianOf, ratioToLoop, ratioToPgbench, type Summary } from './rounds.ts'

type Cell = string | number

/** Formats a Markdown table with numbers aligned to the right. */
export function table(head: string[], rows: Cell[][]) {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'))
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
    formatWhole(medianOf(rounds, ({ gateway }) => gateway.perSecond)),
    formatDecimal(medianOf(rounds, ({ gateway }) => gateway.p50)),
    formatDecimal(medianOf(rounds, ({ gateway }) => gateway.p99)),
    formatWhole(medianOf(rounds, ({ loop }) => loop.perSecond)),
    formatDecimal(ratioToLoop(rounds)),
    formatWhole(medianOf(rounds, ({ pgbench }) => pgbench?.perSecond ?? Number.NaN)),
    formatDecimal(ratioToPgbench(rounds)),
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
    formatMicroseconds(medianOf(rounds, ({ costs }) => costs.gateway.gateway)),
    formatMicroseconds(medianOf(rounds, ({ costs }) => costs.gateway.postgres)),
    formatMicroseconds(medianOf(rounds, ({ gateway }) => gateway.cpuMs / gateway.requests)),
    formatMicroseconds(medianOf(rounds, ({ costs }) => costs.loop.postgres)),
    formatMicroseconds(medianOf(rounds, ({ costs }) => costs.pgbench?.postgres ?? Number.NaN)),
  ])
  return table(head, rows)
}

export function formatWhole(number: number) {
  return Number.isNaN(number) ? '–' : Math.round(number).toLocaleString('en')
}

export function formatDecimal(number: number) {
  return Number.isNaN(number) ? '–' : number.toFixed(2)
}

function formatMicroseconds(milliseconds: number) {
  return milliseconds > 0 ? formatWhole(milliseconds * 1000) : '–'
}
