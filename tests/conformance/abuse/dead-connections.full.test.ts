// Ends the database connections of a dedicated server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOwnServer } from '../support/own-server.ts'

const server = await startOwnServer({ settings: {} })
const { query } = await import('../support/database.ts')
const { createActor, postJob } = await import('../support/market.ts')

const endIdle = `select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity
  where application_name = 'mendwell requests' and state = 'idle'`

test('requests after lost database connections are answered, and no write happens twice', async () => {
  const facility = await createActor('facility')
  const jobCount = 8
  const rounds = 10
  const postAll = () => Promise.all(Array.from({ length: jobCount }, () => postJob(facility)))
  await postAll()
  for (let round = 0; round < rounds; round += 1) {
    // The resumed server notices the closed connections and the requests at the same time.
    process.kill(server.serverPid, 'SIGSTOP')
    const ended = await query(endIdle)
    const posted = postAll()
    await query('select')
    process.kill(server.serverPid, 'SIGCONT')
    await posted
    assert.ok(ended.length > 0)
  }
  const jobs = await query('select from public.jobs where facility_id = $1', [facility.id])
  assert.equal(jobs.length, (rounds + 1) * jobCount)
})
