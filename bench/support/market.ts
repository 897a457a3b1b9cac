// Makes a market to measure in.
import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

export interface Market {
  jobs: number
  facilities: number
  contractors: number
  /** How many bids the jobs have, one after the other and then from the beginning again. */
  bidsOfJobs: number[]
}

/** About 50 jobs a facility and 20 a contractor, however large the market. Seven more of each, so that nobody gets
    every tenth job only: states and categories go by the same numbers. */
export function marketOf(jobs: number, bidsOfJobs: number[]): Market {
  return { jobs, facilities: jobs / 50 + 7, contractors: jobs / 20 + 7, bidsOfJobs }
}

interface Extent {
  /** With conversations, messages and payments. */
  withTalk: boolean
  /** In each conversation that has been used. */
  messagesEach?: number
  /** With six people whose share is the same in every market, and what people were told. */
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

/** What admins look at beside it: so many people who came and did nothing, and an audit log as long as the jobs. */
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
