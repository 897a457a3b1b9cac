// PKCE: a link leads back to the browser that asked for it, and to no other. What it carries is a code that is worth
// something only together with a secret which that browser kept.
import { createHash, randomUUID } from 'node:crypto'
import type { Queryable } from '../postgres/queryable.ts'
import { hashOf, isSame } from '../keys/derived-keys.ts'
import { AuthError, invalid } from './errors.ts'

interface Challenge {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}

interface Flow {
  challenge: string
  method: 's256' | 'plain'
  isRecent: boolean
  /** How its owner proves who they are, and at whom. */
  authenticationMethod: string
  provider: string
}

/** Undefined where the client asked for no such flow. */
export async function beginFlow(
  db: Queryable,
  { code_challenge: challenge, code_challenge_method: method }: Challenge,
  authenticationMethod: string,
  provider = 'email',
) {
  if (!challenge && !method) return undefined
  const { rows } = await db.query<{ id: string }>(
    `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type,
       created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, $2, $3, $5, now(), now(), $4) returning id`,
    [
      hashOf(randomUUID()),
      methodOf(method),
      checkChallenge(challenge),
      authenticationMethod,
      provider,
    ],
  )
  return rows[0]?.id
}

function methodOf(method: string | null | undefined) {
  const known = method?.toLowerCase()
  if (known === 's256' || known === 'plain') return known
  throw invalid('PKCE flow requires code_challenge_method to be s256 or plain')
}

function checkChallenge(challenge: string | null | undefined) {
  if (/^[\w.~-]{43,128}$/u.test(challenge ?? '')) return challenge
  throw invalid('code challenge has to be between 43 and 128 characters')
}

/** Once the mailbox is proven. */
export async function issueCode(db: Queryable, flowId: string, userId: string) {
  const code = randomUUID()
  await db.query(
    `update auth.flow_state set user_id = $2, auth_code = $3, auth_code_issued_at = now(), updated_at = now()
     where id = $1`,
    [flowId, userId, hashOf(code)],
  )
  return code
}

export async function ownerOfCode(db: Queryable, code: string): Promise<string | undefined> {
  const { rows } = await db.query<{ userId: string }>(
    `select user_id as "userId" from auth.flow_state
     where auth_code = $1 and auth_code_issued_at is not null`,
    [hashOf(code)],
  )
  return rows[0]?.userId
}

/** A code is gone once it was tried, also with a wrong secret. */
export async function takeFlow(db: Queryable, code: string): Promise<Flow | undefined> {
  const { rows } = await db.query<Flow>(
    `delete from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null
     returning code_challenge as challenge, code_challenge_method as method,
       auth_code_issued_at > now() - interval '5 minutes' as "isRecent",
       authentication_method as "authenticationMethod", provider_type as provider`,
    [hashOf(code)],
  )
  return rows[0]
}

/** What is wrong with a code and the secret that came with it. */
export function refusalOf(flow: Flow | undefined, verifier: string): AuthError | undefined {
  if (!flow) {
    const message = 'invalid flow state, no valid flow state found'
    return new AuthError(404, 'flow_state_not_found', message)
  }
  if (!flow.isRecent) {
    return new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
  }
  if (isSame(challengeFor(flow.method, verifier), flow.challenge)) return undefined
  const message = 'code challenge does not match previously saved code verifier'
  return new AuthError(400, 'bad_code_verifier', message)
}

function challengeFor(method: Flow['method'], verifier: string) {
  if (method === 'plain') return verifier
  return createHash('sha256').update(verifier).digest('base64url')
}
