// Writes the log to standard error, one line of JSON for each event. On a terminal the default level is warn.
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'

export type Log = FastifyBaseLogger

/** The root log of the process, which can also be flushed. */
export type ProcessLog = Log & Pick<pino.Logger, 'flush'>

/** The maximum size of lines in memory while nothing reads the log. Further lines are dropped. */
const maxBufferedBytes = 16 * 1024 * 1024

export function createLog(level = process.stderr.isTTY ? 'warn' : 'info'): ProcessLog {
  const options = {
    level,
    base: null,
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  // Lines are buffered briefly, because one write per line would take a fifth of the time of a request.
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: 4096,
    periodicFlush: 100,
    maxLength: maxBufferedBytes,
  })
  const log = pino(options, destination)
  reportDroppedLines(destination, log)
  return log
}

/** Logs the number of dropped lines once there is room again. */
function reportDroppedLines(destination: ReturnType<typeof pino.destination>, log: Log) {
  let dropped = 0
  destination.on('drop', () => (dropped += 1))
  destination.on('drain', () => {
    if (dropped === 0) return
    const message = `${dropped} lines are missing here: the log was not read fast enough.`
    dropped = 0
    log.warn(message)
  })
}

/** Resolves once all lines are written, or the reader is gone. */
export async function flushLog(log: ProcessLog) {
  // If a write is already running, the first flush does not cover the newest lines.
  for (let round = 0; round < 2; round += 1)
    await new Promise<void>((resolve) => log.flush(() => resolve()))
}
