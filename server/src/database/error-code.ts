/** The SQLSTATE of a database error, or the system's code of a network or file error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

// Without a free connection; shut down, crashed, starting; no socket, nobody behind it, gone.
const lost = new Set([
  '53300',
  '57P01',
  '57P02',
  '57P03',
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
])

/** pg has no codes for these: the connection ended under a query, or before one. */
const lostInWords = /^(?:Connection terminated|Client has encountered a connection error)/

/** True when the connection failed, and not what was asked of it. */
export function isConnectionLost(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {}
  return (
    lost.has(codeOf(error) ?? '') ||
    (error instanceof Error && lostInWords.test(error.message)) ||
    (cause !== undefined && isConnectionLost(cause))
  )
}
