import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { transact } from '../../src/database/queryable.ts'
import { prune } from '../../src/jobs/prune.ts'
import { productDatabase } from '../support/test-database.ts'

const { pool } = await productDatabase()
const user = randomUUID()
const factor = randomUUID()
await pool.query("insert into auth.users (id, email) values ($1, 'ana@facility.example')", [user])
await pool.query(
  `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
   values ($1, $2, 'totp', 'verified', now() - interval '1 year', now() - interval '1 year')`,
  [factor, user],
)

/** Rows by name: the time each is about, counted from now. */
type Rows = Record<string, string>

interface Case {
  what: string
  insert: (name: string, time: string) => string
  /** How to read the names back. */
  names: string
  goes: Rows
  stays: Rows
}

const cases: Case[] = [
  {
    what: 'counts of attempts, after a day',
    insert: (name, time) =>
      `insert into private.address_limits (name, address, window_start) values ('x', '${name}', ${time})`,
    names: 'select address as name from private.address_limits',
    goes: { old: "now() - interval '25 hours'" },
    stays: { new: "now() - interval '23 hours'" },
  },
  {
    what: 'answers that were kept for repeats, after 24 hours',
    insert: (name, time) =>
      `insert into private.request_keys (owner, key, request_hash, created_at) values ('x', '${name}', '', ${time})`,
    names: 'select key as name from private.request_keys',
    goes: { old: "now() - interval '25 hours'" },
    stays: { new: "now() - interval '23 hours'" },
  },
  {
    what: 'sign-ins by others that were not finished, after a day',
    insert: (name, time) =>
      `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type,
         authentication_method, created_at)
       values (gen_random_uuid(), '${name}', 's256', '', '', '', ${time})`,
    names: 'select auth_code as name from auth.flow_state',
    goes: { old: "now() - interval '25 hours'" },
    stays: { new: "now() - interval '23 hours'", timeless: 'null' },
  },
  {
    what: 'links and codes, after two days',
    insert: (name, time) =>
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, updated_at)
       values (gen_random_uuid(), '${user}', '${name}', 'x', 'x', ${time})`,
    names: 'select token_type::text as name from auth.one_time_tokens',
    goes: { recovery_token: "localtimestamp - interval '49 hours'" },
    stays: { confirmation_token: "localtimestamp - interval '47 hours'" },
  },
  {
    what: 'challenges of a second factor, after a day',
    insert: (name, time) =>
      `insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code, created_at)
       values (gen_random_uuid(), '${factor}', '127.0.0.1', '${name}', ${time})`,
    names: 'select otp_code as name from auth.mfa_challenges',
    goes: { old: "now() - interval '25 hours'" },
    stays: { new: "now() - interval '23 hours'" },
  },
  {
    what: 'sessions that are over',
    insert: (name, time) =>
      `with made as (
         insert into auth.sessions (id, user_id, tag, not_after)
         values (gen_random_uuid(), '${user}', '${name}', ${time}) returning id
       )
       insert into auth.refresh_tokens (token, session_id) select '${name}', id from made`,
    names: 'select tag as name from auth.sessions union all select token from auth.refresh_tokens',
    goes: { over: "now() - interval '1 second'" },
    stays: { running: "now() + interval '1 hour'", endless: 'null' },
  },
  {
    what: 'work that is done, after 7 days',
    insert: (name, time) =>
      `insert into private.outbox (kind, done_at, created_at) values ('${name}', ${time}, now() - interval '1 year')`,
    names: 'select kind as name from private.outbox',
    goes: { old: "now() - interval '8 days'" },
    stays: { new: "now() - interval '6 days'", waiting: 'null' },
  },
  {
    what: 'work that was given up, after 30 days',
    insert: (name, time) =>
      `insert into private.outbox (kind, dead_at) values ('given up ${name}', ${time})`,
    names: "select substr(kind, 10) as name from private.outbox where kind like 'given up %'",
    goes: { old: "now() - interval '31 days'" },
    stays: { new: "now() - interval '29 days'" },
  },
  {
    what: 'networks from where nobody signed in, after 90 days',
    insert: (name, time) =>
      `insert into private.familiar_networks (account, network, seen_at) values ('${name}', 'x', ${time})`,
    names: 'select account as name from private.familiar_networks',
    goes: { old: "now() - interval '91 days'" },
    stays: { new: "now() - interval '89 days'" },
  },
]

async function namesOf({ names }: Case) {
  const { rows } = await pool.query<{ name: string }>(names)
  return new Set(rows.map(({ name }) => name))
}

suite('pruning', () => {
  for (const one of cases) {
    test(`removes ${one.what}, and nothing else`, async () => {
      const all = Object.entries({ ...one.goes, ...one.stays })
      for (const [name, time] of all) await pool.query(one.insert(name, time))
      assert.deepEqual(await namesOf(one), new Set(all.map(([name]) => name)))
      await prune(pool)
      assert.deepEqual(await namesOf(one), new Set(Object.keys(one.stays)))
    })
  }

  test('goes on until nothing is left, a few at a time', async () => {
    await pool.query(
      `insert into private.outbox (kind, done_at)
       select 'many', now() - interval '8 days' from generate_series(1, 25)`,
    )
    await prune(pool, 10)
    const { rowCount } = await pool.query("select from private.outbox where kind = 'many'")
    assert.equal(rowCount, 0)
  })

  test('is left to the server that is at it', async () => {
    await pool.query(
      "insert into private.outbox (kind, done_at) values ('old', now() - interval '8 days')",
    )
    const left = () => pool.query("select from private.outbox where kind = 'old'")
    await transact(pool, async (db) => {
      await db.query('select pg_advisory_xact_lock(4713)')
      await prune(pool)
      assert.equal((await left()).rowCount, 1)
    })
    await prune(pool)
    assert.equal((await left()).rowCount, 0)
  })

  test('leaves what somebody holds for the next time', async () => {
    await pool.query(
      "insert into private.outbox (kind, done_at) values ('held', now() - interval '8 days')",
    )
    await transact(pool, async (db) => {
      await db.query("select from private.outbox where kind = 'held' for update")
      await prune(pool)
    })
    await prune(pool)
    assert.equal((await pool.query("select from private.outbox where kind = 'held'")).rowCount, 0)
  })
})
