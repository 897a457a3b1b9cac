// Measures one case with a given number of clients. The gateway, the bare loop and pgbench take turns. The bare loop is
// a Node.js process that sends the gateway's SQL statements straight to PostgreSQL, without the gateway.
import { type CaseName, insertedAmount } from './cases.ts'
import type { LoadCommand, LoadResult } from './load-messages.ts'
import type { startLoad } from './load-process.ts'
import { pgbench, type Scripts } from './pgbench.ts'
import type { Product } from './product.ts'
import { cpuOf, cpuOfAll, processFamily } from './usage.ts'

type Load = ReturnType<typeof startLoad>

export interface Comparisons {
  product: Product
  gateway: Load
  loop: Load
  /** Path of pgbench, if it is installed. */
  pgbench: string | undefined
}

/** Processor time of one request in milliseconds. */
interface ProcessorCost {
  gateway: number
  postgres: number
  /** Total of all processes on the machine. */
  total: number
}

interface PgbenchResult {
  perSecond: number
  latency: number
  requests: number
  failed: number
}

export interface Round {
  gateway: LoadResult
  loop: LoadResult
  pgbench: PgbenchResult | undefined
  costs: { gateway: ProcessorCost; loop: ProcessorCost; pgbench: ProcessorCost | undefined }
}

/**
 * The bare loop and pgbench run with at most this number of clients. Each client needs a separate database connection,
 * and the gateway leaves only this many connections free.
 */
export const maxConnections = 24

export async function measureRounds(
  contestants: Comparisons,
  scripts: Scripts,
  { name, load }: LoadCommand,
  rounds: number,
): Promise<Round[]> {
  const { product, gateway, loop } = contestants
  const loopLoad = { ...load, connections: Math.min(load.connections, maxConnections) }
  const pgbenchPath = contestants.pgbench
  const measure = <Result extends { requests: number; failed: number }>(
    action: () => Promise<Result>,
  ) => withUsage(product, name, action)

  const measured: Round[] = []
  // The first round is only a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const gatewayRun = await measure(() => gateway.run({ name, load }))
    const loopRun = await measure(() => loop.run({ name, load: loopLoad }))
    const pgbenchRun = pgbenchPath
      ? await measure(() => pgbench(pgbenchPath, product.socketFolder, scripts, loopLoad))
      : undefined
    if (round === 0) continue
    measured.push({
      gateway: gatewayRun.result,
      loop: loopRun.result,
      pgbench: pgbenchRun?.result,
      costs: { gateway: gatewayRun.cost, loop: loopRun.cost, pgbench: pgbenchRun?.cost },
    })
  }
  return measured
}

async function withUsage<Result extends { requests: number; failed: number }>(
  { pool, pid, postgresPid }: Product,
  name: CaseName,
  action: () => Promise<Result>,
) {
  await pool.query('checkpoint')
  const readUsage = async () => ({
    gateway: await cpuOf([pid]),
    postgres: await cpuOf(await processFamily(postgresPid)),
    total: await cpuOfAll(),
  })
  const before = await readUsage()
  const result = await action()
  const after = await readUsage()
  if (name === 'insert') await deleteInserted(pool, result.requests - result.failed)
  const cost: ProcessorCost = {
    gateway: (after.gateway - before.gateway) / result.requests,
    postgres: (after.postgres - before.postgres) / result.requests,
    total: (after.total - before.total) / result.requests,
  }
  return { result, cost }
}

/**
 * Checks the number of inserted bids and deletes those bids, so that every round starts from the
 * same state.
 */
async function deleteInserted(pool: Product['pool'], inserted: number) {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from public.bids where amount = $1',
    [insertedAmount],
  )
  const foundCount = rows[0]?.count
  if (foundCount !== inserted) throw new Error(`${inserted} inserted, ${foundCount} found.`)
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    delete from public.conversations c using public.bids b
      where b.amount = ${insertedAmount} and (c.job_id, c.partner_id) = (b.job_id, b.contractor_id);
    delete from public.bids where amount = ${insertedAmount};
    delete from realtime.changes;
    commit`)
  for (const table of ['public.bids', 'public.conversations', 'public.jobs', 'realtime.changes']) {
    await pool.query(`vacuum ${table}`)
  }
}
