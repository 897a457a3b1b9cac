// Measures one case with a given number of clients. The gateway, the bare loop and pgbench take
// turns.
import { type CaseName, insertedAmount } from './cases.ts'
import type { Order, Turn } from './load-messages.ts'
import type { startLoad } from './load-process.ts'
import { pgbench, type Scripts } from './pgbench.ts'
import type { Product } from './product.ts'
import { cpuOf, cpuOfAll, family } from './usage.ts'

type Load = ReturnType<typeof startLoad>

export interface Comparisons {
  product: Product
  gateway: Load
  loop: Load
  /** Path of pgbench, if it is installed. */
  pgbench: string | undefined
}

/** Processor time of one request in milliseconds. */
interface Cost {
  gateway: number
  postgres: number
  /** Total of all processes on the machine. */
  all: number
}

interface Bench {
  perSecond: number
  latency: number
  asked: number
  failed: number
}

export interface Round {
  gateway: Turn
  loop: Turn
  pgbench: Bench | undefined
  costs: { gateway: Cost; loop: Cost; pgbench: Cost | undefined }
}

/**
 * The gateway leaves this number of database connections free. The bare loop and pgbench need one
 * connection per client.
 */
export const maxConnections = 24

export async function measureRounds(
  contestants: Comparisons,
  scripts: Scripts,
  { name, load }: Order,
  rounds: number,
): Promise<Round[]> {
  const { product, gateway, loop } = contestants
  const floor = { ...load, connections: Math.min(load.connections, maxConnections) }
  const program = contestants.pgbench
  const take = <Result extends { asked: number; failed: number }>(work: () => Promise<Result>) =>
    withUsage(product, name, work)

  const measured: Round[] = []
  // The first round is only a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const asked = await take(() => gateway.turn({ name, load }))
    const bare = await take(() => loop.turn({ name, load: floor }))
    const bench = program
      ? await take(() => pgbench(program, product.socketFolder, scripts, floor))
      : undefined
    if (round === 0) continue
    measured.push({
      gateway: asked.result,
      loop: bare.result,
      pgbench: bench?.result,
      costs: { gateway: asked.cost, loop: bare.cost, pgbench: bench?.cost },
    })
  }
  return measured
}

async function withUsage<Result extends { asked: number; failed: number }>(
  { pool, pid, postgresPid }: Product,
  name: CaseName,
  work: () => Promise<Result>,
) {
  await pool.query('checkpoint')
  const used = async () => ({
    gateway: await cpuOf([pid]),
    postgres: await cpuOf(await family(postgresPid)),
    all: await cpuOfAll(),
  })
  const before = await used()
  const result = await work()
  const after = await used()
  if (name === 'insert') await deleteInserted(pool, result.asked - result.failed)
  const cost: Cost = {
    gateway: (after.gateway - before.gateway) / result.asked,
    postgres: (after.postgres - before.postgres) / result.asked,
    all: (after.all - before.all) / result.asked,
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
  const found = rows[0]?.count
  if (found !== inserted) throw new Error(`${inserted} inserted, ${found} found.`)
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
