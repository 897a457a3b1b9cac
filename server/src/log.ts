// The log: a line of JSON for each event, on standard error. A terminal gets only what needs a
// person's eye, unless LOG_LEVEL asks for more.
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'

export type Log = FastifyBaseLogger

/** The one that others are children of: it knows where lines go. */
export type ProcessLog = Log & Pick<pino.Logger, 'flush'>

/** In bytes, of what nobody takes: a pager that was left open, a collector that hangs. */
const mostKept = 16 * 1024 * 1024

export function createLog(level = process.stderr.isTTY ? 'warn' : 'info'): ProcessLog {
  const options = {
    level,
    base: null,
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  // Gathered for a moment: a write for each line would be a fifth of what a request costs. What is gathered when
  // the process ends is still written; only kill -9 takes the last tenth of a second with it.
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: 4096,
    periodicFlush: 100,
    maxLength: mostKept,
  })
  const log = pino(options, destination)
  tellMissing(destination, log)
  return log
}

/** What came while no more could be kept is told once there is room again. */
function tellMissing(destination: ReturnType<typeof pino.destination>, log: Log) {
  let missing = 0
  destination.on('drop', () => (missing += 1))
  destination.on('drain', () => {
    if (missing === 0) return
    const what = `${missing} lines are missing here: nobody took them in time.`
    missing = 0
    log.warn(what)
  })
}

/** Resolves once somebody took what was said, or went away. */
export async function untilTaken(log: ProcessLog) {
  // Once ends with the write that was under way; what came meanwhile is written by another.
  for (let turn = 0; turn < 2; turn += 1)
    await new Promise<void>((resolve) => log.flush(() => resolve()))
}
