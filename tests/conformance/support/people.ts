// Creates users with a password, and signs them in.
import assert from 'node:assert/strict'
import { createClient, type Session } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Client } from './clients.ts'
import { insertUser, query } from './database.ts'
import { secrets, target } from './target.ts'

export interface PasswordUser {
  id: string
  email: string
  password: string
}

const password = 'two gates and a hinge'

// bcrypt is slow on purpose, so all users share one hash.
const [stored] = z
  .array(z.object({ hash: z.string() }))
  .parse(
    await query(`select extensions.crypt($1, extensions.gen_salt('bf', 10)) as hash`, [password]),
  )

export async function createPasswordUser(role: Parameters<typeof insertUser>[0] = 'facility') {
  const id = await insertUser(role)
  const email = `${id}@example.test`
  await query(
    `update auth.users set encrypted_password = $2, email_confirmed_at = now(), updated_at = now()
     where id = $1`,
    [id, stored?.hash],
  )
  await query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, created_at, updated_at)
     values ($1::uuid::text, $1, 'email', jsonb_build_object('sub', $1::text, 'email', $2::text), now(), now())`,
    [id, email],
  )
  return { id, email, password }
}

interface ClientOptions {
  flowType?: 'pkce' | 'implicit'
}

/** Returns a client that has its own session, as in a separate browser. */
export function newClient({ flowType = 'implicit' }: ClientOptions = {}): Client {
  return createClient(target.url, secrets.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, flowType },
  })
}

export async function signIn({ email, password: secret }: PasswordUser, client = newClient()) {
  const { data, error } = await client.auth.signInWithPassword({ email, password: secret })
  assert.equal(error, null, error?.message)
  return { client, session: expectPresent(data.session) }
}

export function expectPresent<Value>(value: Value | null | undefined): Value {
  assert.ok(value !== null && value !== undefined, 'Expected something, got nothing.')
  return value
}

const claims = z.looseObject({
  session_id: z.uuid(),
  sub: z.uuid(),
  aal: z.string(),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })),
})

/** Returns the claims of a token without verifying it. */
export function claimsIn(token: string) {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return claims.parse(JSON.parse(payload))
}

export const sessionIdOf = ({ access_token: token }: Pick<Session, 'access_token'>) =>
  claimsIn(token).session_id

interface AuthAnswer {
  error: { status?: number | undefined; code?: string | undefined; message: string } | null
}

/** Expects a refusal from supabase-js. */
export async function expectAuthError(call: PromiseLike<AuthAnswer>, status: number, code: string) {
  const { error } = await call
  assert.ok(error, `Expected ${code}, but it was allowed.`)
  assert.deepEqual([error.status, error.code], [status, code], error.message)
  return error
}

type Allowed<Result> = Extract<Result, { error: null }>

function isAllowed<Result extends AuthAnswer>(result: Result): result is Allowed<Result> {
  return result.error === null
}

/** Expects success from supabase-js and returns its data. */
export async function expectAuthData<Result extends AuthAnswer & { data: unknown }>(
  call: PromiseLike<Result>,
): Promise<Allowed<Result>['data']> {
  const result = await call
  assert.ok(isAllowed(result), result.error?.message)
  return result.data
}
