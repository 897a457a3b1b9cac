// The operator's database connection, for data that no client can prepare.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { Pool } from 'pg'
import { z } from 'zod'
import { connectionOf } from '../../support/server.ts'
import { target } from './target.ts'

const pool = new Pool({ ...connectionOf(target.dataFolder), max: 4 })
// A file's own server may stop before this pool is closed.
pool.on('error', () => {})
after(() => pool.end())

export async function query(text: string, values: unknown[] = []): Promise<unknown[]> {
  const { rows } = await pool.query<Record<string, unknown>>(text, values)
  return rows
}

type Role = 'facility' | 'contractor' | 'consultant' | 'admin'

/** Creates a user for this test, without any rows. */
export async function newcomer(role: Role, name = `New ${role}`): Promise<string> {
  const rows = await query(
    `insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at)
     select id, 'authenticated', 'authenticated', id || '@example.test',
       jsonb_build_object('role', $1::text), jsonb_build_object('full_name', $2::text), now()
     from gen_random_uuid() as id
     returning id`,
    [role, name],
  )
  const [person] = z.array(z.object({ id: z.uuid() })).parse(rows)
  assert.ok(person)
  return person.id
}

/** Creates a session, as a sign-in does. */
export async function newSession(person: string): Promise<string> {
  const rows = await query(
    `insert into auth.sessions (id, user_id, created_at, updated_at)
     values (gen_random_uuid(), $1, now(), now()) returning id`,
    [person],
  )
  const [session] = z.array(z.object({ id: z.uuid() })).parse(rows)
  assert.ok(session)
  return session.id
}
