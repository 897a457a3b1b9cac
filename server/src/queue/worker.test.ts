import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { transact } from '../postgres/transaction.ts'
import { PermanentFailure, RetryLater } from './errors.ts'
import { enqueue } from './outbox.ts'
import { startLab } from './testing.ts'
import type { Job } from './worker.ts'

const lab = await startLab()
beforeEach(() => lab.pool.query('delete from private.outbox'))

function gate() {
  return Promise.withResolvers<void>()
}

suite('a job', () => {
  test('runs soon after its commit, with its id, payload and time', async () => {
    const works: Job[] = []
    await lab.start({ note: async (work) => void works.push(work) })
    const began = Date.now()
    const id = await transact(lab.pool, async (db) => {
      const made = await enqueue(db, 'note', { to: 'Ana' })
      // The sleep is longer than the poll interval. The worker must not see the job before the commit.
      await db.query('select pg_sleep(1.2)')
      assert.equal(works.length, 0)
      return made
    })
    await lab.done(id)
    const [work] = works
    assert.deepEqual([work?.id, work?.payload, works.length], [id, { to: 'Ana' }, 1])
    assert.ok(work && work.createdAt.getTime() >= began - 1000)
  })

  test('that is rolled back never runs', async () => {
    const works: Job[] = []
    await lab.start({ note: async (work) => void works.push(work) })
    const undone = transact(lab.pool, async (db) => {
      await enqueue(db, 'note', {})
      throw new Error('no')
    })
    await assert.rejects(undone)
    await lab.done(await enqueue(lab.pool, 'note', {}))
    assert.equal(works.length, 1)
  })

  test('is found without a notification', async () => {
    await lab.start({ note: async () => {} })
    await lab.done(await enqueue(lab.pool, 'note', {}))
    const { rows } = await lab.pool.query<{ id: string }>(
      "insert into private.outbox (kind) values ('note') returning id",
    )
    await lab.done(rows[0]?.id ?? '')
  })

  test('that asks for a later retry is postponed, without an attempt or a log line', async () => {
    let tries = 0
    const { lines } = await lab.start({
      note: async () => {
        tries += 1
        if (tries === 1) throw new RetryLater('Something is in the way.', 3600)
      },
    })
    const id = await enqueue(lab.pool, 'note', {})
    await until(async () => (await lab.row(id)).due_at.getTime() > Date.now() + 3_000_000)
    assert.equal((await lab.row(id)).attempts, 0)
    await lab.makeDue(id)
    await lab.done(id)
    assert.equal((await lab.row(id)).attempts, 1)
    assert.deepEqual(lines, [])
  })

  test('does not wait for the next poll', async () => {
    await lab.start({ note: async () => {} })
    const began = Date.now()
    for (let n = 0; n < 10; n += 1) await lab.done(await enqueue(lab.pool, 'note', {}))
    // If jobs were only polled each second, ten jobs would take ten seconds.
    assert.ok(Date.now() - began < 5000)
  })

  test('leaves no payload when it is done', async () => {
    await lab.start({ note: async () => {} })
    const id = await enqueue(lab.pool, 'note', { secret: 'x' })
    await lab.done(id)
    const { payload, attempts, last_error: lastError } = await lab.row(id)
    assert.deepEqual([payload, attempts, lastError], [{}, 1, null])
  })
})

suite('a job that fails', () => {
  test('is retried after 30 s, 2 min, 10 min, 30 min, 2 h, then every 6 h, and given up after 3 days', async () => {
    const { lines } = await lab.start({
      note: async () => {
        throw new Error('the wire is cut')
      },
    })
    const id = await enqueue(lab.pool, 'note', { to: 'Ana' })
    const pauses = [30, 120, 600, 1800, 7200, ...Array<number>(11).fill(21_600)]
    for (const [index, pause] of pauses.entries()) {
      await lab.attempted(id, index + 1)
      const { due_at: due, dead_at: dead } = await lab.row(id)
      assert.ok(Math.abs(due.getTime() - Date.now() - pause * 1000) < 5000, `attempt ${index + 1}`)
      assert.equal(dead, null)
      await lab.makeDue(id)
    }
    await lab.attempted(id, pauses.length + 1)
    const { dead_at: dead, last_error: lastError, payload } = await lab.row(id)
    assert.ok(dead)
    assert.equal(lastError, 'the wire is cut')
    // The payload is kept, so that the job can be retried manually.
    assert.deepEqual(payload, { to: 'Ana' })
    const logged = String.raw`"level":50.*The work \\"note\\" \(${id}\) is given up \(attempt 17\): the wire is cut`
    await until(() => new RegExp(logged).test(lines.at(-1) ?? ''))
    assert.doesNotMatch(lines.join(), /Ana/)
  })

  test('may succeed the next time', async () => {
    let times = 0
    const { lines } = await lab.start({
      note: async () => {
        times += 1
        if (times === 1) throw new Error('not yet')
      },
    })
    const id = await enqueue(lab.pool, 'note', {})
    await lab.attempted(id, 1)
    await lab.makeDue(id)
    await lab.done(id)
    const { attempts, last_error: lastError } = await lab.row(id)
    assert.deepEqual([attempts, lastError], [2, null])
    await until(() => /"level":40.*failed and is tried again in 30 s: not yet/.test(lines.join()))
  })

  test('permanently is given up immediately', async () => {
    const { lines } = await lab.start({
      note: async () => {
        throw new PermanentFailure('refused')
      },
    })
    const id = await enqueue(lab.pool, 'note', {})
    await lab.attempted(id, 1)
    assert.ok((await lab.row(id)).dead_at)
    await until(() => /"level":50.*is given up \(attempt 1\): refused/.test(lines.join()))
  })

  test('with a message that a column cannot hold is recorded anyway', async () => {
    await lab.start({
      note: async () => {
        throw new Error(`\0${'😀'.repeat(3000)}`)
      },
    })
    const id = await enqueue(lab.pool, 'note', {})
    await lab.attempted(id, 1)
    assert.match((await lab.row(id)).last_error ?? '', /^😀{1000}$/u)
  })

  test('because its kind is unknown waits for another server, and is logged once', async () => {
    const older = await lab.start({})
    const ids = [await enqueue(lab.pool, 'new', {}), await enqueue(lab.pool, 'new', {})]
    for (const id of ids) await lab.attempted(id, 1)
    const named = () =>
      older.lines.filter((line) => line.includes('does not know such work')).length
    await until(() => named() > 0)
    await older.close()
    assert.equal(named(), 1)
    await lab.start({ new: async () => {} })
    for (const id of ids) {
      await lab.makeDue(id)
      await lab.done(id)
    }
  })
})

suite('a worker', () => {
  test('whose connection is killed before the commit runs the job again', async () => {
    let times = 0
    const { lines } = await lab.start({
      note: async () => {
        times += 1
        if (times > 1) return
        await lab.killWorker()
      },
    })
    const id = await enqueue(lab.pool, 'note', { kept: true })
    await lab.done(id)
    assert.equal(times, 2)
    // The first run may notice the loss of its connection only after the second run has ended.
    await until(() => /is done, which could not be noted: it is done again/.test(lines.join()))
  })

  test('that closes waits for running jobs and starts none', async () => {
    const open = gate()
    const begun: string[] = []
    const jobs = await lab.start({
      note: async ({ id }) => {
        begun.push(id)
        await open.promise
      },
    })
    const first = await enqueue(lab.pool, 'note', {})
    await until(() => begun.length === 1)
    const closing = jobs.close()
    const second = await enqueue(lab.pool, 'note', {})
    open.resolve()
    await closing
    assert.ok((await lab.row(first)).done_at)
    assert.deepEqual([(await lab.row(second)).attempts, begun], [0, [first]])
  })

  test('that closes releases jobs that take too long, for the next worker', async () => {
    const open = gate()
    let isBegun = false
    const jobs = await lab.start({
      note: async () => {
        isBegun = true
        await open.promise
      },
    })
    const id = await enqueue(lab.pool, 'note', {})
    await until(() => isBegun)
    const began = Date.now()
    await jobs.close()
    assert.ok(Date.now() - began < 3000)
    await lab.start({ note: async () => {} })
    await lab.done(id)
    // The first run ends now. It can no longer record its result, and logs nothing about that.
    open.resolve()
    assert.equal((await lab.row(id)).attempts, 1)
    assert.deepEqual(jobs.lines, [])
  })
})
