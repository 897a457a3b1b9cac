// Runs a story in one transaction that is rolled back. A refused statement is rolled back alone.
import assert from 'node:assert/strict'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { z } from 'zod'
import { buildWorld, idOf, type Person } from './world.ts'

export type Row = Record<string, unknown>

interface Refusal {
  code: string
  status: number
  message: string
  /** Empty if the refusal comes from PostgreSQL itself and not from one of our rules. */
  hint: string
}

const refusal = z.object({ code: z.string(), message: z.string(), hint: z.string().min(1) })

/** Runs the story on new test data. */
export async function runStory(pool: Pool, story: (stage: Stage) => Promise<void>) {
  const db = await pool.connect()
  try {
    await db.query('begin')
    await buildWorld(db)
    await story(new Stage(db))
  } finally {
    await db.query('rollback')
    db.release()
  }
}

export class Stage {
  readonly #db: PoolClient
  /** The assurance level in the users' tokens. The value 'none' leaves the claim out. */
  aal = 'aal2'

  constructor(db: PoolClient) {
    this.#db = db
  }

  /** Throws if the user's statement is refused. */
  async as(person: Person, statement: string, values: unknown[] = []): Promise<Row[]> {
    await this.#db.query('savepoint act')
    try {
      await setIdentity(this.#db, person === 'visitor' ? undefined : idOf(person), this.aal)
      const { rows } = await this.#db.query<Row>(statement, values)
      await this.#db.query('set local role none')
      await this.#db.query('release savepoint act')
      return rows
    } catch (error) {
      await this.#db.query('rollback to savepoint act')
      throw error
    }
  }

  /** Throws if the user's statement is not refused. */
  async refusalOf(person: Person, statement: string, values: unknown[] = []): Promise<Refusal> {
    try {
      await this.as(person, statement, values)
    } catch (error) {
      return readRefusal(error)
    }
    throw new assert.AssertionError({ message: `${person} was not refused: ${statement}` })
  }

  async assertRefused(person: Person, code: string, statement: string, values: unknown[] = []) {
    const actual = await this.refusalOf(person, statement, values)
    assert.equal(actual.code, code, `${actual.code} ${actual.message}`)
    return actual
  }

  /** Returns the refusal of a statement that the server runs, or nothing if it succeeds. */
  async serverRefusal(statement: string, values: unknown[] = []): Promise<Refusal | undefined> {
    await this.#db.query('savepoint act')
    try {
      await this.#db.query(
        "select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)",
      )
      await this.#db.query(statement, values)
      return undefined
    } catch (error) {
      await this.#db.query('rollback to savepoint act')
      return readRefusal(error)
    }
  }

  async asServer(statement: string, values: unknown[] = []): Promise<Row[]> {
    await this.#db.query("select set_config('request.jwt.claims', '', true)")
    return (await this.#db.query<Row>(statement, values)).rows
  }
}

/** Sets role and claims for the rest of the transaction, as the gateway does. */
export async function setIdentity(
  db: PoolClient,
  id: string | undefined,
  aal: string | undefined = 'aal2',
) {
  const role = id ? 'authenticated' : 'anon'
  const claims = id ? { role, sub: id, ...(aal === 'none' ? {} : { aal }) } : { role }
  await db.query(
    "select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)",
    [JSON.stringify(claims), role],
  )
}

/** For an error of PostgreSQL itself, the status is 0 and the hint is empty. */
export function readRefusal(error: unknown): Refusal {
  if (!(error instanceof DatabaseError)) throw error
  if (error.code !== 'PGRST')
    return { code: error.code ?? '', status: 0, message: error.message, hint: '' }
  const { code, message, hint } = refusal.parse(JSON.parse(error.message))
  const { status } = z.object({ status: z.number() }).parse(JSON.parse(error.detail ?? ''))
  return { code, status, message, hint }
}

/** Stories are data, so that they can also run on each mutant of the rules. */
export type Stories = Record<string, (stage: Stage) => Promise<void>>

export const everybody: Person[] = [
  'fiona',
  'frank',
  'carl',
  'cora',
  'kim',
  'kurt',
  'ada',
  'nora',
  'visitor',
]

export { idOf, type Person }
