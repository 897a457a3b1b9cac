/** The SQLSTATE of a database error, or the system's code of a network or file error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

// Without a free connection; shut down, crashed, starting or a standby; no socket, nobody behind it, gone, out of reach.
const said = ['53300', '57P01', '57P02', '57P03']
const met = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']
const unreachable = ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']
const lost = new Set([...said, ...met, ...unreachable])

/** pg has no codes for these: the connection ended under a query, or before one. */
const lostInWords =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired)/

/** True when the connection failed, and not what was asked of it. */
export function isConnectionLost(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {}
  return (
    lost.has(codeOf(error) ?? '') ||
    (error instanceof Error && lostInWords.test(error.message)) ||
    (cause !== undefined && isConnectionLost(cause))
  )
}
