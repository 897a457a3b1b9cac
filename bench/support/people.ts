// Computes the ids of users and jobs from their numbers in a market, and signs tokens for the
// users.
import { createHmac, hash } from 'node:crypto'
import type { Pool } from 'pg'

export interface Keys {
  jwtSecret: string
  anonKey: string
}

export function personId(number: number) {
  return uuidOf(`person${number}`)
}

/**
 * Returns a session id in the form of a random UUID (version 4), because real session ids have this
 * form.
 */
export function sessionId(number: number) {
  const id = personId(number)
  return `${id.slice(0, 14)}4${id.slice(15, 19)}8${id.slice(20)}`
}

/** Returns an SQL expression that computes the session id from the id of a user. */
export function sessionIdSql(person: string) {
  return `overlay(overlay(${person}::text placing '4' from 15) placing '8' from 20)::uuid`
}

export function jobId(number: number) {
  return uuidOf(`job${number}`)
}

/** Returns the same UUID as `md5(name)::uuid` in PostgreSQL. */
function uuidOf(name: string) {
  const digits = hash('md5', name)
  const parts = [0, 8, 12, 16, 20, 32].map((end, index, ends) =>
    digits.slice(ends[index - 1] ?? 0, end),
  )
  return parts.slice(1).join('-')
}

export async function openSessions(pool: Pool) {
  await pool.query(`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal)
    select ${sessionIdSql('id')}, id, now(), now(), 'aal1' from auth.users`)
}

/** Returns an access token with every claim that Supabase sets. */
export function tokenOf(number: number, { jwtSecret }: Keys) {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: 'http://127.0.0.1:3000/auth/v1',
    sub: personId(number),
    aud: 'authenticated',
    exp: now + 3600,
    iat: now,
    email: `person${number}@example.com`,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: now }],
    session_id: sessionId(number),
    is_anonymous: false,
  }
  const signingInput = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`
  return `${signingInput}.${createHmac('sha256', jwtSecret).update(signingInput).digest('base64url')}`
}

function encodePart(part: object) {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
