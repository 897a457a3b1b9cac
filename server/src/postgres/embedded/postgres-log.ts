import type { Log } from '../../log.ts'

/**
 * Returns whether PostgreSQL refused a connection, because it was starting or stopping. While it starts, the server
 * keeps trying to connect.
 */
export function isConnectionRefusal(line: string) {
  return /^(?:FATAL: +the database system is |DETAIL: +(?:Consistent recovery|Recovery snapshot))/.test(
    line,
  )
}

/** Passes a line of PostgreSQL's log on to the server's log. */
export function logPostgresLine(log: Log, line: string) {
  log[isConnectionRefusal(line) ? 'debug' : 'info']({ from: 'postgres' }, line)
}
