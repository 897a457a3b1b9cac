// Defines the requests that the benchmark sends: two reads and one insert.
import type { Market } from './market.ts'
import { jobId, type Keys, personId, tokenOf } from './people.ts'

export interface MeasuredRequest {
  method: 'GET' | 'POST'
  /** The path below /rest/v1. */
  path: string
  headers: Record<string, string>
  body: string | undefined
}

/** One request of a sequence. For an insert, the id in `job` replaces `anyJob` in the body. */
interface NextRequest {
  request: MeasuredRequest
  job: string | undefined
}

export interface Sequence {
  /** All requests that `requestAt` can return. */
  requests: MeasuredRequest[]
  requestAt: (index: number) => NextRequest
}

export const caseNames = ['jobs', 'bids', 'insert'] as const
export type CaseName = (typeof caseNames)[number]

export const anyJob = '00000000-0000-4000-8000-000000000000'
/** Only bids that the benchmark inserts have this amount. */
export const insertedAmount = 77.5

const readerCount = 8

export function sequenceOf(name: CaseName, market: Market, keys: Keys, host: string): Sequence {
  if (name === 'insert') return insertsIn(market, keys, host)
  const { facilities, contractors } = market
  const isJobs = name === 'jobs'
  const [first, count] = isJobs ? [1, facilities] : [facilities + 1, contractors]
  const requests = Array.from({ length: readerCount }, (_, index) => {
    const person = first + Math.floor((index * count) / readerCount)
    const path = isJobs ? jobsOf(person) : bidsOf(person)
    return { method: 'GET' as const, path, headers: headersOf(person, keys, host), body: undefined }
  })
  const requestAt = (index: number) => ({
    request: itemAt(requests, index % readerCount),
    job: undefined,
  })
  return { requests, requestAt }
}

function jobsOf(facility: number) {
  return `/jobs?select=*,bids(*)&facility_id=eq.${personId(facility)}&order=created_at.desc&limit=5`
}

function bidsOf(contractor: number) {
  return `/bids?select=*,job:jobs(*)&contractor_id=eq.${personId(contractor)}&order=created_at.desc&limit=10`
}

/**
 * Returns the inserts. Each index gives a different pair of a contractor and an open job that the
 * contractor has not bid on.
 */
function insertsIn(market: Market, keys: Keys, host: string): Sequence {
  const requests = Array.from({ length: market.contractors }, (_, index) =>
    insertBy(market.facilities + 1 + index, keys, host),
  )
  const requestAt = (index: number) => {
    const { job, contractor } = pairAt(index, market)
    return { request: itemAt(requests, contractor), job: jobId(job) }
  }
  return { requests, requestAt }
}

/** In market.sql, the next 91 contractors after the first bidder of a job have no bid on that job. */
export const freeContractorCount = 91

function pairAt(index: number, { jobs, contractors }: Market) {
  const openJobs = jobs / 10
  const open = index % openJobs
  const round = Math.floor(index / openJobs)
  if (round >= freeContractorCount) throw new Error('There are no more jobs to bid on.')
  const job = 10 * (open + 1)
  return { job, contractor: (job + 1 + ((open + round) % freeContractorCount)) % contractors }
}

function insertBy(contractor: number, keys: Keys, host: string): MeasuredRequest {
  const body = JSON.stringify({
    job_id: anyJob,
    contractor_id: personId(contractor),
    amount: insertedAmount,
  })
  const headers = {
    ...headersOf(contractor, keys, host),
    'content-type': 'application/json',
    prefer: 'return=minimal',
    'content-length': String(body.length),
  }
  return { method: 'POST', path: '/bids', headers, body }
}

/** Returns the headers that supabase-js sends. */
function headersOf(person: number, keys: Keys, host: string) {
  return {
    host,
    connection: 'keep-alive',
    authorization: `Bearer ${tokenOf(person, keys)}`,
    apikey: keys.anonKey,
    'accept-profile': 'public',
    'x-client-info': 'supabase-js-node/2.119.0',
    accept: '*/*',
    'accept-language': '*',
    'user-agent': 'node',
    'accept-encoding': 'br, gzip, deflate',
  }
}

function itemAt<Item>(items: Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no request ${index}.`)
  return item
}
