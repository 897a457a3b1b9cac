/** Returns the SQLSTATE of a database error, or the system's code of a network or file error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

// 53300 means too many connections. 57P01 means a shutdown, 57P02 a crash, and 57P03 a start or a standby.
const sqlStates = ['53300', '57P01', '57P02', '57P03']
const socketCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE']
const networkCodes = ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']
const lostCodes = new Set([...sqlStates, ...socketCodes, ...networkCodes])

/** The npm package pg sets no code if a connection ends during a query, or if connecting takes too long. */
const lostMessage =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired)/

/** Returns true if the connection failed, and false if only the query failed. */
export function isConnectionLost(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {}
  return (
    lostCodes.has(codeOf(error) ?? '') ||
    isSocketMissing(error) ||
    (error instanceof Error && lostMessage.test(error.message)) ||
    (cause !== undefined && isConnectionLost(cause))
  )
}

/** A missing file has the code ENOENT too, but another system call. */
function isSocketMissing(error: unknown) {
  return (
    codeOf(error) === 'ENOENT' &&
    error instanceof Error &&
    'syscall' in error &&
    error.syscall === 'connect'
  )
}
