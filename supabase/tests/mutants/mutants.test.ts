import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { PoolClient } from 'pg'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { type Killer, killers } from '../support/killers.ts'
import { buildWorld } from '../support/world.ts'
import { type Mutant, mutantsOf } from './loosen-rules.ts'

const { pool } = await productDatabase()
const mutants = await mutantsOf(pool)

/** Returns the name of a test that fails for the mutant, or undefined if all tests pass. */
async function findKiller(mutant: Mutant): Promise<string | undefined> {
  const db = await pool.connect()
  try {
    await db.query('begin')
    for (const argument of [
      'integer, text, text',
      'integer, text, text, text',
      'text',
      'uuid',
      'uuid, storage.objects',
      '',
    ]) {
      await db.query(
        `create function app.nothing(${argument}) returns boolean language sql as 'select true'`,
      )
    }
    await db.query('grant execute on all routines in schema app to authenticated')
    await db.query(mutant.sql)
    await db.query('savepoint world')
    await buildWorld(db)
    return await findFirstFailure(db, sortByRelevance(mutant))
  } catch {
    return 'the world cannot be built'
  } finally {
    await db.query('rollback')
    db.release()
  }
}

async function findFirstFailure(db: PoolClient, candidates: Killer[]) {
  await db.query('savepoint before')
  for (const { name, run } of candidates) {
    const isKilled = await run(db).then(
      () => false,
      () => true,
    )
    if (isKilled) return name
    await db.query('rollback to savepoint before; set local role none')
  }
  return undefined
}

function sortByRelevance({ about }: Mutant) {
  const mentions = (killer: Killer) => killer.text.includes(about)
  return [...killers.filter(mentions), ...killers.filter((killer) => !mentions(killer))]
}

suite('a loosened rule makes a test fail', () => {
  test('without a mutant all tests pass', async () => {
    assert.equal(await findKiller({ name: 'nothing', about: 'nothing', sql: 'select' }), undefined)
  })

  test('there are many mutants', () => assert.ok(mutants.length > 150, `${mutants.length}`))

  for (const mutant of mutants) {
    test(mutant.name, async () => {
      assert.notEqual(await findKiller(mutant), undefined)
    })
  }
})
