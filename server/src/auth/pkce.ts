// Implements PKCE. A sign-in then works only in the browser that started it. The redirect to the app contains a code.
// The code is worthless without a verifier, which only this browser has.
import { createHash, randomUUID } from 'node:crypto'
import { isEqualConstantTime, sha256 } from '../keys/derived-keys.ts'
import type { Queryable } from '../postgres/transaction.ts'
import { AuthError, invalid } from './errors.ts'

export interface PkceChallenge {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}

interface FlowState {
  challenge: string
  isRecent: boolean
  authenticationMethod: string
  provider: string
}

/** Stores the challenge and returns the flow's id. Returns undefined if the client does not use PKCE. */
export async function createFlowState(
  db: Queryable,
  { code_challenge: challenge, code_challenge_method: method }: PkceChallenge,
  authenticationMethod: string,
  provider = 'email',
) {
  if (!challenge && !method) return undefined
  const { rows } = await db.query<{ id: string }>(
    `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type,
       created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, $2, $3, $5, now(), now(), $4) returning id`,
    [
      sha256(randomUUID()),
      parseMethod(method),
      parseChallenge(challenge),
      authenticationMethod,
      provider,
    ],
  )
  return rows[0]?.id
}

/**
 * Refuses the method `plain`, because its challenge equals the verifier. Anybody who reads the challenge could then use
 * the code.
 */
function parseMethod(method: string | null | undefined) {
  if (method?.toLowerCase() === 's256') return 's256'
  throw invalid('PKCE flow requires code_challenge_method to be s256')
}

function parseChallenge(challenge: string | null | undefined) {
  if (/^[\w.~-]{43,128}$/u.test(challenge ?? '')) return challenge
  throw invalid('code challenge has to be between 43 and 128 characters')
}

/** Issues a code after the user has proven who they are. */
export async function issueAuthCode(db: Queryable, flowId: string, userId: string) {
  const code = randomUUID()
  await db.query(
    `update auth.flow_state set user_id = $2, auth_code = $3, auth_code_issued_at = now(), updated_at = now()
     where id = $1`,
    [flowId, userId, sha256(code)],
  )
  return code
}

export async function findCodeOwner(db: Queryable, code: string): Promise<string | undefined> {
  const { rows } = await db.query<{ userId: string }>(
    `select user_id as "userId" from auth.flow_state
     where auth_code = $1 and auth_code_issued_at is not null`,
    [sha256(code)],
  )
  return rows[0]?.userId
}

/** Deletes the flow state, so that a code works only once. A wrong verifier also uses up the code. */
export async function consumeFlowState(
  db: Queryable,
  code: string,
): Promise<FlowState | undefined> {
  const { rows } = await db.query<FlowState>(
    `delete from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null
     returning code_challenge as challenge,
       auth_code_issued_at > now() - interval '5 minutes' as "isRecent",
       authentication_method as "authenticationMethod", provider_type as provider`,
    [sha256(code)],
  )
  return rows[0]
}

/** Returns undefined if the code exists, is recent and matches the verifier. Otherwise returns the error to send. */
export function explainRefusal(
  flow: FlowState | undefined,
  verifier: string,
): AuthError | undefined {
  if (!flow) {
    const message = 'invalid flow state, no valid flow state found'
    return new AuthError(404, 'flow_state_not_found', message)
  }
  if (!flow.isRecent) {
    return new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
  }
  if (isEqualConstantTime(computeChallenge(verifier), flow.challenge)) return undefined
  const message = 'code challenge does not match previously saved code verifier'
  return new AuthError(400, 'bad_code_verifier', message)
}

function computeChallenge(verifier: string) {
  return createHash('sha256').update(verifier).digest('base64url')
}
