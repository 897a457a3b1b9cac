// Creates the market for the benchmarks.
import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

export interface Market {
  jobs: number
  facilities: number
  contractors: number
  /** The number of bids on each job in turn. After its end, the list starts again. */
  bidsOfJobs: number[]
}

/**
 * About 50 jobs a facility and 20 a contractor in a market of any size. Seven more of each keep
 * these counts from being multiples of ten. Otherwise some users would get only every tenth job,
 * and status and category follow the same numbers.
 */
export function marketOf(jobs: number, bidsOfJobs: number[]): Market {
  return { jobs, facilities: jobs / 50 + 7, contractors: jobs / 20 + 7, bidsOfJobs }
}

interface Extent {
  /** Adds conversations, messages and payments. */
  withTalk: boolean
  /** Messages in each conversation that has any. */
  messagesEach?: number
  /** Adds six users who have the same share of every market, and their notices. */
  withShares?: boolean
}

export async function makeMarket(
  pool: Pool,
  market: Market,
  { withTalk, messagesEach = 2, withShares = false }: Extent,
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
 * Adds rows for the admin screens: this many users who signed up and did nothing, and an audit log
 * with an entry for each job.
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
