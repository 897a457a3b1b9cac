import type { Log } from '../../log.ts'

/** Returns true if the line reports a refused connection while PostgreSQL starts or stops. */
export function isConnectionRefusal(line: string) {
  return /^(?:FATAL: +the database system is |DETAIL: +(?:Consistent recovery|Recovery snapshot))/.test(
    line,
  )
}

export function logPostgresLine(log: Log, line: string) {
  log[isConnectionRefusal(line) ? 'debug' : 'info']({ from: 'postgres' }, line)
}
