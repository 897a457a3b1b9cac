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
  // Written at once: the last lines before a crash are those that count.
  return pino(options, pino.destination({ dest: 2, sync: true }))
}
