import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { logPostgresLine } from './postgres-log.ts'

test('refused connections during a start are logged at the level debug, and other failures are not', () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => lines.push(line) })
  for (const refusal of [
    'FATAL:  the database system is starting up',
    'FATAL:  the database system is not yet accepting connections',
    'DETAIL:  Consistent recovery state has not been yet reached.',
    'FATAL:  the database system is shutting down',
  ])
    logPostgresLine(log, refusal)
  assert.deepEqual(lines, [])
  logPostgresLine(log, 'FATAL:  could not write to file: No space left on device')
  assert.match(lines.join(), /No space left/)
})
