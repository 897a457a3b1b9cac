import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { asAdmin, productDatabase } from '../../tests/support/test-database.ts'
import { transact } from '../postgres/transaction.ts'
import { prune } from './prune.ts'

const { pool, name: database } = await productDatabase()
// All later connections use a time zone far from UTC, because expiry must not depend on the time zone.
await asAdmin(`alter database ${database} set timezone to 'Pacific/Kiritimati'`)
const user = randomUUID()
const factor = randomUUID()
await pool.query(
  `insert into auth.users (id, email, raw_app_meta_data) values ($1, 'ana@facility.example', '{"role": "facility"}')`,
  [user],
)
await pool.query(
  `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
   values ($1, $2, 'totp', 'verified', now() - interval '1 year', now() - interval '1 year')`,
  [factor, user],
)

/** Maps the name of each row to the SQL expression for its time. */
type Rows = Record<string, string>

interface Case {
  what: string
  insert: (name: string, time: string) => string
  /** The query that returns the names of the rows that are left. */
  names: string
  goes: Rows
  stays: Rows
}

const cases: Case[] = [
  {
    what: 'rate limit counts, after a day',
    insert: (name, time) =>
      `insert into private.address_limits (name, address, window_start) values ('x', '${name}', ${time})`,
    names: 'select address as name from private.address_limits',
    goes: { old: "now() - interval '25 hours'" },
    stays: { new: "now() - interval '23 hours'" },
  },
  {
    what: 'responses stored for idempotency keys, after 24 hours',
    insert: (name, time) =>
      `insert into private.request_keys (owner, key, request_hash, created_at) values ('x', '${name}', '', ${time})`,
    names: 'select key as name from private.request_keys',
    goes: { old: "now() - interval '25 hours'" },
    stays: { new: "now() - interval '23 hours'" },
  },
  {
    what: 'unfinished sign-ins at providers, after a day',
    insert: (name, time) =>
      `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type,
         authentication_method, created_at)
       values (gen_random_uuid(), '${name}', 's256', '', '', '', ${time})`,
    names: 'select auth_code as name from auth.flow_state',
    goes: { old: "now() - interval '25 hours'" },
    stays: { new: "now() - interval '23 hours'", timeless: 'null' },
  },
  {
    what: 'used id tokens that have expired',
    insert: (name, time) =>
      `insert into private.spent_id_tokens (token_hash, valid_until) values (repeat('${name}', 64), ${time})`,
    names: 'select left(token_hash, 1) as name from private.spent_id_tokens',
    goes: { a: "now() - interval '1 second'" },
    stays: { b: "now() + interval '1 hour'" },
  },
  {
    what: 'links and codes, after five days',
    insert: (name, time) =>
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, updated_at)
       values (gen_random_uuid(), '${user}', '${name}', 'x', 'x', ${time})`,
    names: 'select token_type::text as name from auth.one_time_tokens',
    goes: { recovery_token: "localtimestamp - interval '121 hours'" },
    stays: { confirmation_token: "localtimestamp - interval '119 hours'" },
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
    what: 'expired sessions',
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
    what: 'broadcasts from the database, after three days in UTC',
    insert: (name, time) =>
      `insert into realtime.messages (topic, extension, event, inserted_at) values ('x', 'broadcast', '${name}', ${time})`,
    names: 'select event as name from realtime.messages',
    goes: { old: "now() at time zone 'UTC' - interval '73 hours'" },
    stays: { new: "now() at time zone 'UTC' - interval '71 hours'" },
  },
  {
    what: 'jobs that are done, after 7 days',
    insert: (name, time) =>
      `insert into private.outbox (kind, done_at, created_at) values ('${name}', ${time}, now() - interval '1 year')`,
    names: 'select kind as name from private.outbox',
    goes: { old: "now() - interval '8 days'" },
    stays: { new: "now() - interval '6 days'", waiting: 'null' },
  },
  {
    what: 'dead jobs, after 30 days',
    insert: (name, time) =>
      `insert into private.outbox (kind, dead_at) values ('given up ${name}', ${time})`,
    names: "select substr(kind, 10) as name from private.outbox where kind like 'given up %'",
    goes: { old: "now() - interval '31 days'" },
    stays: { new: "now() - interval '29 days'" },
  },
  {
    what: 'audit log entries about sign-ins, after 400 days',
    insert: (name, time) =>
      `insert into auth.audit_log_entries (id, ip_address, created_at) values (gen_random_uuid(), '${name}', ${time})`,
    names: 'select ip_address as name from auth.audit_log_entries',
    goes: { old: "now() - interval '401 days'" },
    stays: { new: "now() - interval '399 days'" },
  },
  {
    what: 'networks from which nobody has signed in for 90 days',
    insert: (name, time) =>
      `insert into private.familiar_networks (account, network, seen_at) values ('${name}', 'x', ${time})`,
    names: 'select account as name from private.familiar_networks',
    goes: { old: "now() - interval '91 days'" },
    stays: { new: "now() - interval '89 days'" },
  },
  {
    what: 'notices that were read, after 90 days',
    insert: (name, time) =>
      `insert into public.notices (recipient_id, kind, source_id, read, created_at)
       values ('${user}', '${name}', gen_random_uuid(), true, ${time})`,
    names: 'select kind as name from public.notices',
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

  test('continues in small steps until nothing is left', async () => {
    await pool.query(
      `insert into private.outbox (kind, done_at)
       select 'many', now() - interval '8 days' from generate_series(1, 25)`,
    )
    await prune(pool, 10)
    const { rowCount } = await pool.query("select from private.outbox where kind = 'many'")
    assert.equal(rowCount, 0)
  })

  test('is skipped while another server does it', async () => {
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

  test('leaves locked rows for the next run', async () => {
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
