// Jobs on a database of a test file's own, with what their log says.
import { after } from 'node:test'
import pino from 'pino'
import { until } from '../../../tests/support/until.ts'
import { startJobs } from './jobs.ts'
import type { Handler } from './worker.ts'
import { productDatabase } from '../../tests/support/test-database.ts'

interface OutboxRow {
  id: string
  kind: string
  payload: unknown
  attempts: number
  last_error: string | null
  due_at: Date
  done_at: Date | null
  dead_at: Date | null
}

export async function startLab() {
  const { pool } = await productDatabase()
  // As in the server: a connection that breaks in use tells whoever waits for its answer.
  pool.on('connect', (client) => client.on('error', () => {}))
  /** They close when the test ends that starts them. */
  async function start(handlers: Record<string, Handler>) {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const jobs = await startJobs({
      pool,
      handlers: new Map(Object.entries(handlers)),
      sweep: async () => {},
      log,
    })
    after(jobs.close)
    return { ...jobs, lines }
  }

  async function row(id: string) {
    const { rows } = await pool.query<OutboxRow>('select * from private.outbox where id = $1', [id])
    const [found] = rows
    if (!found) throw new Error(`There is no row ${id}.`)
    return found
  }

  /** As if the time until the next attempt were over. */
  async function makeDue(id: string) {
    await pool.query('update private.outbox set due_at = now() where id = $1', [id])
    await pool.query("select pg_notify('outbox', '')")
  }

  /** The connection that holds a row: it alone has begun to write. */
  async function killWorker() {
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`,
    )
  }

  const attempted = (id: string, attempts: number) =>
    until(async () => (await row(id)).attempts === attempts)
  const done = (id: string) => until(async () => (await row(id)).done_at !== null)
  return { pool, start, row, makeDue, attempted, done, killWorker }
}
