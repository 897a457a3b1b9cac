// Creates the market for the benchmarks.
import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

export interface Market {
  jobs: number
  facilities: number
  contractors: number
  /** The numbers of bids on consecutive jobs. The list repeats after its end. */
  bidsOfJobs: number[]
}

/**
 * Returns a market with about 50 jobs per facility and 20 jobs per contractor. Each of the two
 * roles gets seven extra users, so that its number of users is not a multiple of ten. With a
 * multiple of ten, all jobs of a user would have numbers with the same final digit, and therefore
 * the same status.
 */
export function marketOf(jobs: number, bidsOfJobs: number[]): Market {
  return { jobs, facilities: jobs / 50 + 7, contractors: jobs / 20 + 7, bidsOfJobs }
}

interface MarketOptions {
  /** Adds conversations, messages and payments. */
  withTalk: boolean
  /** The number of messages in a conversation that has messages. */
  messagesEach?: number
  /**
   * Adds notices. Also gives six users a number of jobs, bids or consultations that does not depend
   * on the size of the market.
   */
  withShares?: boolean
}

export async function makeMarket(
  pool: Pool,
  market: Market,
  { withTalk, messagesEach = 2, withShares = false }: MarketOptions,
) {
  const settings = [
    setting('jobs', market.jobs),
    setting('facilities', market.facilities),
    setting('contractors', market.contractors),
    setting('bids_of_jobs', `{${market.bidsOfJobs.join(',')}}`),
    setting('messages_each', messagesEach),
  ]
  const files = [
    'market.sql',
    ...(withShares ? ['market-shares.sql', 'market-consultations.sql'] : []),
    ...(withTalk ? ['market-talk.sql'] : []),
    ...(withShares ? ['market-notices.sql'] : []),
  ]
  const statements = await Promise.all(files.map(readSql))
  await pool.query(`begin; ${settings.join(';')}; ${statements.join(';')}; commit`)
}

/**
 * Adds rows for the admin screens: `idlers` users who signed up and did nothing, and one audit log
 * entry per job.
 */
export async function addOffice(
  pool: Pool,
  { jobs, facilities, contractors }: Market,
  idlers: number,
) {
  const settings = [
    setting('entries', jobs),
    setting('idlers', idlers),
    setting('admin', facilities + contractors + 201),
  ]
  await pool.query(`begin; ${settings.join(';')}; ${await readSql('market-office.sql')}; commit`)
}

function setting(name: string, value: number | string) {
  return `set local market.${name} = '${value}'`
}

function readSql(name: string) {
  return readFile(new URL(`../${name}`, import.meta.url), 'utf8')
}
