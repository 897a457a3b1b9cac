// Connects to the database as its operator, for data that no client can create.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { Pool } from 'pg'
import { z } from 'zod'
import { connectionOf } from '../../support/server.ts'
import { target } from './target.ts'

const pool = new Pool({ ...connectionOf(target.dataFolder), max: 4 })
// The pool may lose its connections, because a test file's dedicated server may stop before the pool is closed.
pool.on('error', () => {})
after(() => pool.end())

export async function query(text: string, values: unknown[] = []): Promise<unknown[]> {
  const { rows } = await pool.query<Record<string, unknown>>(text, values)
  return rows
}

type Role = 'facility' | 'contractor' | 'consultant' | 'admin'

/** Creates a user without jobs, bids, consultations or messages. A consultant gets a service, so facilities can book. */
export async function insertUser(role: Role, name = `New ${role}`): Promise<string> {
  const rows = await query(
    `insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at)
     select id, 'authenticated', 'authenticated', id || '@example.test',
       jsonb_build_object('role', $1::text), jsonb_build_object('full_name', $2::text, 'services', $3::jsonb), now()
     from gen_random_uuid() as id
     returning id`,
    [role, name, JSON.stringify(role === 'consultant' ? ['Boiler surveys'] : [])],
  )
  const [user] = z.array(z.object({ id: z.uuid() })).parse(rows)
  assert.ok(user)
  return user.id
}

/** Creates a session for a user without a sign-in, and returns its id. */
export async function insertSession(user: string): Promise<string> {
  const rows = await query(
    `insert into auth.sessions (id, user_id, created_at, updated_at)
     values (gen_random_uuid(), $1, now(), now()) returning id`,
    [user],
  )
  const [session] = z.array(z.object({ id: z.uuid() })).parse(rows)
  assert.ok(session)
  return session.id
}
