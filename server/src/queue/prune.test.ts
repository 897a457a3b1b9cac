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
type TimesByName = Record<string, string>

interface Case {
  description: string
  insert: (name: string, time: string) => string
  /** The query that returns the names of the rows that are left. */
  namesSql: string
  expired: TimesByName
  kept: TimesByName
}

const cases: Case[] = [
  {
    description: 'rate limit counts, after a day',
    insert: (name, time) =>
      `insert into private.address_limits (name, address, window_start) values ('x', '${name}', ${time})`,
    namesSql: 'select address as name from private.address_limits',
    expired: { old: "now() - interval '25 hours'" },
    kept: { new: "now() - interval '23 hours'" },
  },
  {
    description: 'responses stored for idempotency keys, after 24 hours',
    insert: (name, time) =>
      `insert into private.request_keys (owner, key, request_hash, created_at) values ('x', '${name}', '', ${time})`,
    namesSql: 'select key as name from private.request_keys',
    expired: { old: "now() - interval '25 hours'" },
    kept: { new: "now() - interval '23 hours'" },
  },
  {
    description: 'unfinished sign-ins at providers, after a day',
    insert: (name, time) =>
      `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type,
         authentication_method, created_at)
       values (gen_random_uuid(), '${name}', 's256', '', '', '', ${time})`,
    namesSql: 'select auth_code as name from auth.flow_state',
    expired: { old: "now() - interval '25 hours'" },
    kept: { new: "now() - interval '23 hours'", timeless: 'null' },
  },
  {
    description: 'used id tokens that have expired',
    insert: (name, time) =>
      `insert into private.spent_id_tokens (token_hash, valid_until) values (repeat('${name}', 64), ${time})`,
    namesSql: 'select left(token_hash, 1) as name from private.spent_id_tokens',
    expired: { a: "now() - interval '1 second'" },
    kept: { b: "now() + interval '1 hour'" },
  },
  {
    description: 'links and codes, after five days',
    insert: (name, time) =>
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, updated_at)
       values (gen_random_uuid(), '${user}', '${name}', 'x', 'x', ${time})`,
    namesSql: 'select token_type::text as name from auth.one_time_tokens',
    expired: { recovery_token: "localtimestamp - interval '121 hours'" },
    kept: { confirmation_token: "localtimestamp - interval '119 hours'" },
  },
  {
    description: 'challenges of a second factor, after a day',
    insert: (name, time) =>
      `insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code, created_at)
       values (gen_random_uuid(), '${factor}', '127.0.0.1', '${name}', ${time})`,
    namesSql: 'select otp_code as name from auth.mfa_challenges',
    expired: { old: "now() - interval '25 hours'" },
    kept: { new: "now() - interval '23 hours'" },
  },
  {
    description: 'expired sessions',
    insert: (name, time) =>
      `with made as (
         insert into auth.sessions (id, user_id, tag, not_after)
         values (gen_random_uuid(), '${user}', '${name}', ${time}) returning id
       )
       insert into auth.refresh_tokens (token, session_id) select '${name}', id from made`,
    namesSql:
      'select tag as name from auth.sessions union all select token from auth.refresh_tokens',
    expired: { over: "now() - interval '1 second'" },
    kept: { running: "now() + interval '1 hour'", endless: 'null' },
  },
  {
    description: 'broadcasts from the database, after three days in UTC',
    insert: (name, time) =>
      `insert into realtime.messages (topic, extension, event, inserted_at) values ('x', 'broadcast', '${name}', ${time})`,
    namesSql: 'select event as name from realtime.messages',
    expired: { old: "now() at time zone 'UTC' - interval '73 hours'" },
    kept: { new: "now() at time zone 'UTC' - interval '71 hours'" },
  },
  {
    description: 'jobs that are done, after 7 days',
    insert: (name, time) =>
      `insert into private.outbox (kind, done_at, created_at) values ('${name}', ${time}, now() - interval '1 year')`,
    namesSql: 'select kind as name from private.outbox',
    expired: { old: "now() - interval '8 days'" },
    kept: { new: "now() - interval '6 days'", waiting: 'null' },
  },
  {
    description: 'dead jobs, after 30 days',
    insert: (name, time) =>
      `insert into private.outbox (kind, dead_at) values ('given up ${name}', ${time})`,
    namesSql: "select substr(kind, 10) as name from private.outbox where kind like 'given up %'",
    expired: { old: "now() - interval '31 days'" },
    kept: { new: "now() - interval '29 days'" },
  },
  {
    description: 'audit log entries about sign-ins, after 400 days',
    insert: (name, time) =>
      `insert into auth.audit_log_entries (id, ip_address, created_at) values (gen_random_uuid(), '${name}', ${time})`,
    namesSql: 'select ip_address as name from auth.audit_log_entries',
    expired: { old: "now() - interval '401 days'" },
    kept: { new: "now() - interval '399 days'" },
  },
  {
    description: 'networks from which nobody has signed in for 90 days',
    insert: (name, time) =>
      `insert into private.familiar_networks (account, network, seen_at) values ('${name}', 'x', ${time})`,
    namesSql: 'select account as name from private.familiar_networks',
    expired: { old: "now() - interval '91 days'" },
    kept: { new: "now() - interval '89 days'" },
  },
  {
    description: 'notices that were read, after 90 days',
    insert: (name, time) =>
      `insert into public.notices (recipient_id, kind, source_id, read, created_at)
       values ('${user}', '${name}', gen_random_uuid(), true, ${time})`,
    namesSql: 'select kind as name from public.notices',
    expired: { old: "now() - interval '91 days'" },
    kept: { new: "now() - interval '89 days'" },
  },
]

async function readNames({ namesSql }: Case) {
  const { rows } = await pool.query<{ name: string }>(namesSql)
  return new Set(rows.map(({ name }) => name))
}

suite('pruning', () => {
  for (const testCase of cases) {
    test(`removes ${testCase.description}, and nothing else`, async () => {
      const entries = Object.entries({ ...testCase.expired, ...testCase.kept })
      for (const [name, time] of entries) await pool.query(testCase.insert(name, time))
      assert.deepEqual(await readNames(testCase), new Set(entries.map(([name]) => name)))
      await prune(pool)
      assert.deepEqual(await readNames(testCase), new Set(Object.keys(testCase.kept)))
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
    const selectOldRows = () => pool.query("select from private.outbox where kind = 'old'")
    await transact(pool, async (db) => {
      await db.query('select pg_advisory_xact_lock(4713)')
      await prune(pool)
      assert.equal((await selectOldRows()).rowCount, 1)
    })
    await prune(pool)
    assert.equal((await selectOldRows()).rowCount, 0)
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
