// The log: a line of JSON for each event, on standard error. A terminal gets only what needs a
// person's eye, unless LOG_LEVEL asks for more.
import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'

export type Log = FastifyBaseLogger

export function createLog(level = process.stderr.isTTY ? 'warn' : 'info'): Log {
  const options = {
    level,
    base: null,
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  // Gathered for a moment: a write for each line would be a fifth of what a request costs. What is gathered when
  // the process ends is still written; only kill -9 takes the last tenth of a second with it.
  return pino(
    options,
    pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 100 }),
  )
}
