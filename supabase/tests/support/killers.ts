// mutants.test.ts loosens one rule at a time, and expects at least one of these tests to fail.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { PoolClient } from 'pg'
import { type Act, calling, columns, reading, writing } from '../access/matrix.ts'
import { grantedColumns } from '../access/granted-columns.ts'
import { allStories } from './all-stories.ts'
import { everybody, readRefusal, Stage } from './run-story.ts'

export interface Killer {
  name: string
  /** A test whose text mentions the mutant's object runs early. */
  text: string
  run: (db: PoolClient) => Promise<void>
}

const acts = [...reading, ...writing, ...calling].map((act): Killer => ({
  name: act.name,
  text: `${act.name} ${act.statement}`,
  run: (db) => checkAct(act, new Stage(db)),
}))

const stories = Object.entries(allStories).flatMap(([domain, domainStories]) =>
  Object.entries(domainStories).map(([title, story]): Killer => ({
    name: `${domain}: ${title}`,
    text: `${domain} ${title} ${story.toString()}`,
    run: (db) => story(new Stage(db)),
  })),
)

const columnKiller: Killer = {
  name: 'columns that users may send',
  text: 'on all of',
  run: async (db) => {
    for (const { name, insert, update } of await new Stage(db).asServer(grantedColumns)) {
      const expected = { insert: '', update: '', ...columns[String(name)] }
      assert.deepEqual({ insert, update }, expected)
    }
  },
}

const viewRule = await readFile(
  new URL('../../lint/view-without-security-invoker.sql', import.meta.url),
  'utf8',
)

/** A view with its owner's rights may return the same rows in every story, so only this lint notices. */
const viewLint: Killer = {
  name: 'lint: view-without-security-invoker',
  text: 'dashboard_ admin_',
  run: async (db) => assert.deepEqual(await new Stage(db).asServer(viewRule), []),
}

export const killers = [columnKiller, viewLint, ...acts, ...stories]

async function checkAct({ statement, values, expected: gets }: Act, stage: Stage) {
  for (const [index, person] of everybody.entries()) {
    await stage.asServer('savepoint person')
    const result = await stage.as(person, statement, values).then(
      (rows) => rows.length,
      (error: unknown) => readRefusal(error).code,
    )
    await stage.asServer('rollback to savepoint person')
    assert.equal(result, gets[index], person)
  }
}
