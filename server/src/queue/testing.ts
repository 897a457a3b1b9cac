// Provides a worker and helpers for tests of the queue.
import { after } from 'node:test'
import pino from 'pino'
import { until } from '../../../tests/support/until.ts'
import { productDatabase } from '../../tests/support/test-database.ts'
import { startJobs } from './schedule.ts'
import type { JobHandler } from './worker.ts'

interface OutboxRow {
  id: string
  kind: string
  payload: unknown
  attempts: number
  last_error: string | null
  due_at: Date
  claimed_by: number | null
  done_at: Date | null
  dead_at: Date | null
}

export async function startQueueTest() {
  const { pool } = await productDatabase()
  // Without this listener, a broken connection would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  /** Starts a worker, which is closed when the test ends. */
  async function startWorker(
    handlers: Record<string, JobHandler>,
    { maxPerKind = 2, leaseMs }: { maxPerKind?: number; leaseMs?: number } = {},
  ) {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const jobs = await startJobs({
      pool,
      handlers: new Map(Object.entries(handlers)),
      concurrency: Object.fromEntries(Object.keys(handlers).map((kind) => [kind, maxPerKind])),
      ...(leaseMs && { leaseMs }),
      sweep: async () => {},
      log,
    })
    after(jobs.close)
    return { ...jobs, lines }
  }

  async function readRow(id: string) {
    const { rows } = await pool.query<OutboxRow>('select * from private.outbox where id = $1', [id])
    const [row] = rows
    if (!row) throw new Error(`There is no row ${id}.`)
    return row
  }

  async function makeDue(id: string) {
    await pool.query('update private.outbox set due_at = now() where id = $1', [id])
    await pool.query("select pg_notify('outbox', '')")
  }

  const waitForAttempts = (id: string, attempts: number) =>
    until(async () => (await readRow(id)).attempts === attempts)
  const waitUntilDone = (id: string) => until(async () => (await readRow(id)).done_at !== null)
  return { pool, startWorker, readRow, makeDue, waitForAttempts, waitUntilDone }
}
