import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { givenDatabase } from '../../../server/tests/support/test-database.ts'
import { everybody, readRefusal, runStory } from '../support/run-story.ts'
import { type Act, calling, type Cell, columns, reading, writing } from './matrix.ts'
import { grantedColumns } from './granted-columns.ts'

const { pool } = await givenDatabase()

/** Lets each user try the same action on the same test data, and returns the results. */
async function outcomesOf({ statement, values }: Act) {
  const outcomes: Cell[] = []
  await runStory(pool, async (stage) => {
    for (const person of everybody) {
      await stage.asServer('savepoint person')
      outcomes.push(
        await stage.as(person, statement, values).then(
          (rows) => rows.length,
          (error: unknown) => readRefusal(error).code,
        ),
      )
      await stage.asServer('rollback to savepoint person')
    }
  })
  return outcomes
}

const byPerson = (cells: readonly Cell[]) =>
  Object.fromEntries(everybody.map((person, index) => [person, cells[index]]))

for (const [title, acts] of Object.entries({ reads: reading, writes: writing, calls: calling })) {
  suite(`access matrix: ${title}`, () => {
    for (const act of acts) {
      test(act.name, async () => {
        assert.deepEqual(byPerson(await outcomesOf(act)), byPerson(act.expected))
      })
    }
  })
}

suite('columns that users may send', () => {
  // @covers 6.server.enforced
  test('is granted by column', async () => {
    const { rows } = await pool.query<{ name: string; insert: string; update: string }>(
      grantedColumns,
    )
    const granted = rows.map(({ name, ...columnLists }) => [name, columnLists])
    const expected = Object.entries(columns).map(([name, columnLists]) => [
      name,
      { insert: '', update: '', ...columnLists },
    ])
    assert.deepEqual(Object.fromEntries(granted), Object.fromEntries(expected))
  })
})
