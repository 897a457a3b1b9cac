// Checks which reads of the application's tables count as expensive.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { productDatabase } from '../../../tests/support/test-database.ts'
import { parseRequest, type RawRequest } from '../parse/request.ts'
import { loadSchemaCache } from '../schema/load-schema-cache.ts'
import { expensiveTimeoutMs } from './expensive.ts'
import { planRequest } from './plan-request.ts'

const { pool } = await productDatabase()
const schemaCache = await loadSchemaCache(pool, ['public'])
const settings = { schemas: ['public'], allowsTransactionEnd: false, rootFunction: undefined }
const context = {
  schemaCache,
  maxRows: 1000,
  allowsExplain: false,
  allowsAggregates: true,
  seesAllRows: false,
}

function timeoutOf(url: string, request: Partial<RawRequest> = {}) {
  const raw = { method: 'GET', url: `/${url}`, headers: {}, body: undefined, ...request }
  return expensiveTimeoutMs(
    planRequest(parseRequest(raw, settings, schemaCache.timeZones), context),
  )
}

const jobsAround = (rounds: number): string =>
  rounds === 0
    ? 'id'
    : `id,profiles!jobs_facility_id_fkey(jobs!jobs_facility_id_fkey(${jobsAround(rounds - 1)}))`
const innerJobs = 'profiles.jobs'

suite('an expensive read is', () => {
  const urls: [description: string, url: string][] = [
    ...[2, 3, 4].flatMap((rounds) =>
      ['', '&limit=1', '&limit=5', '&limit=100'].map((limit): [string, string] => [
        `${rounds} rounds between jobs and profiles${limit}`,
        `jobs?select=${jobsAround(rounds)}${limit}`,
      ]),
    ),
    ['two rounds of one job', `jobs?select=${jobsAround(2)}&id=eq.1`],
    [
      'two rounds to a number of rows',
      `jobs?select=${jobsAround(1).replace('(id)', '(profiles!jobs_facility_id_fkey(jobs!jobs_facility_id_fkey(count)))')}`,
    ],
    [
      'two rounds with a limit that does not limit what is read',
      `jobs?select=${jobsAround(2)}&limit=1000&${innerJobs}.limit=1&${innerJobs}.${innerJobs}.limit=1`,
    ],
    ['two rounds from bids', 'bids?select=jobs(bids(jobs(bids(id))))&limit=5'],
    ['two rounds from a function', `rpc/admin_jobs_without_bids?select=${jobsAround(2)}`],
    ['one list of shared rows', `jobs?select=${jobsAround(1)}`],
  ]
  for (const [description, url] of urls) {
    test(description, () => assert.equal(timeoutOf(url), 2000))
  }
})

const person = 'id,role,full_name,username,company_name'

suite('an ordinary read is', () => {
  const urls: [description: string, url: string][] = [
    ['an order with its lists', 'jobs?select=*,bids(*)'],
    [
      'lists in lists that belong to one row each',
      `profiles?select=*,jobs!jobs_facility_id_fkey(*,bids(*,contractor:profiles(${person})))`,
    ],
    ['one list of shared rows with a limit', `jobs?select=${jobsAround(1)}&limit=900`],
    [
      'two rounds with limits inside',
      `jobs?select=${jobsAround(2)}&limit=20&${innerJobs}.limit=20`,
    ],
    [
      'one row with a list of shared rows',
      'jobs?select=*,facility:profiles!jobs_facility_id_fkey(*,jobs!jobs_facility_id_fkey(*))&id=eq.1',
    ],
    [
      "an admin's list of jobs",
      `jobs?select=*,facility:profiles!jobs_facility_id_fkey(${person}),awarded:profiles!jobs_awarded_contractor_id_fkey(${person}),bids(id,contractor:profiles(${person})),consultations(id,facility:profiles!consultations_facility_id_fkey(${person}),consultant:profiles!consultations_consultant_id_fkey(${person}))`,
    ],
    [
      "a facility's jobs",
      `jobs?select=*,photos:job_photos(id,path),bids(id,contractor:profiles(${person}))`,
    ],
    [
      "a contractor's bids",
      `bids?select=*,job:jobs!inner(id,facility:profiles!jobs_facility_id_fkey(${person}),payments(status))&limit=25`,
    ],
    [
      'consultations to choose from',
      'profiles?select=id,open:consultations!consultations_consultant_id_fkey(id,facility:profiles!consultations_facility_id_fkey(time_zone)),latest:consultations!consultations_consultant_id_fkey(id)&latest.limit=1',
    ],
    ['a list with its number of rows', 'jobs?select=id,bids(count)'],
  ]
  for (const [description, url] of urls) {
    test(description, () => assert.equal(timeoutOf(url), undefined))
  }

  test('an inserted row with a list of shared rows', () => {
    const url = 'bids?select=*,job:jobs(*,bids(*))'
    const headers = { 'content-type': 'application/json', prefer: 'return=representation' }
    assert.equal(
      timeoutOf(url, { method: 'POST', headers, body: Buffer.from('{"amount":1}') }),
      undefined,
    )
  })
})
