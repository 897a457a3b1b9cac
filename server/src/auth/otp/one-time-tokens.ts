// Creates and consumes one-time tokens. An email contains the token as a link and a code, and an SMS contains only a
// code. Each token is derived from a key and the id of the job that sends it, so a retry sends the same token. The
// database stores only hashes, which cannot be used to sign in.
import { keyedHash, sha256 } from '../../keys/derived-keys.ts'
import type { Queryable } from '../../postgres/transaction.ts'
import { lockActiveAccount } from '../accounts/account.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { type EmailPurpose, emailTokenKinds, type Purpose, tokenKinds } from './token-purposes.ts'

interface NewOneTimeToken {
  account: string
  purpose: Purpose
  /** The email or phone number that receives the token. A user who enters the token controls this address. */
  address: string
  seed: string
  askedAt: Date
  flowId?: string | undefined
}

export async function createOneTimeToken(
  auth: AuthDependencies,
  db: Queryable,
  token: NewOneTimeToken,
) {
  const derived = { link: deriveLink(auth, token.seed), code: deriveCode(auth, token.seed) }
  const { tokenType, sentAt, minutes } = tokenKinds[token.purpose]
  // A delayed job does not replace the token of a later request, and a used token stays used.
  const { rowCount } = await db.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, purpose,
       code_hash, valid_until, flow_state_id)
     values (gen_random_uuid(), $1, $2, $3, $4, $5::timestamptz at time zone 'UTC', $6, $7,
       now() + make_interval(mins => $8), $9)
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, relates_to = excluded.relates_to, created_at = excluded.created_at,
       updated_at = now(), purpose = excluded.purpose, code_hash = excluded.code_hash,
       valid_until = excluded.valid_until, flow_state_id = excluded.flow_state_id
     where one_time_tokens.created_at <= excluded.created_at
       and (one_time_tokens.token_hash <> excluded.token_hash or one_time_tokens.valid_until > '-infinity')`,
    [
      token.account,
      tokenType,
      sha256(derived.link),
      token.address,
      token.askedAt,
      token.purpose,
      hashCode(auth, token.address, derived.code),
      minutes,
      token.flowId ?? null,
    ],
  )
  await db.query(`update auth.users set ${sentAt} = now() where id = $1`, [token.account])
  return { ...derived, isCurrent: rowCount === 1 }
}

interface ConsumedToken {
  purpose: Purpose
  address: string
  flow_state_id: string | null
}

export function consumeLink(db: Queryable, link: string, purposes: Purpose[]) {
  return consume(db, 'token_hash', sha256(link), purposes)
}

/** Consumes a code. The lookup takes as long for an unknown address as for a known one. */
export function consumeCode(
  auth: AuthDependencies,
  db: Queryable,
  { address, code, purposes }: { address: string; code: string; purposes: Purpose[] },
) {
  return consume(db, 'code_hash', hashCode(auth, address, code), purposes)
}

/**
 * Locks the account before the token, so that only one of several concurrent requests gets the token. Keeps the row of
 * a used token, so that a retry of the job cannot create the token again.
 */
async function consume(
  db: Queryable,
  column: 'token_hash' | 'code_hash',
  hash: string,
  purposes: Purpose[],
) {
  const match = await db.query<{ user_id: string }>(
    `select user_id from auth.one_time_tokens
     where ${column} = $1 and purpose = any ($2) and valid_until > now()`,
    [hash, purposes],
  )
  if (!match.rows[0]) return undefined
  const account = await lockActiveAccount(db, match.rows[0].user_id)
  const { rows } = await db.query<ConsumedToken>(
    `update auth.one_time_tokens set valid_until = '-infinity'
     where ${column} = $1 and purpose = any ($2) and valid_until > now()
     returning purpose, relates_to as address, flow_state_id`,
    [hash, purposes],
  )
  return rows[0] && { account, ...rows[0] }
}

interface LinkTarget {
  purpose: EmailPurpose
  redirectTo?: string | undefined
  flowId?: string | undefined
}

/**
 * Returns the URL for an email. By default, the URL opens a page with a button, because mail programs open links to
 * scan them. If the client uses PKCE or named a redirect target, the link signs the user in directly.
 */
export function emailLink(
  { settings, screenOf }: AuthDependencies,
  token: string,
  target: LinkTarget,
) {
  const { purpose, redirectTo, flowId } = target
  if (redirectTo === undefined && flowId === undefined) {
    const query = new URLSearchParams({ token_hash: token, type: purpose })
    return `${settings.site}${screenOf(emailTokenKinds[purpose].mail)}?${query.toString()}`
  }
  const query = new URLSearchParams({
    token,
    type: purpose,
    redirect_to: redirectTo ?? `${settings.site}/`,
  })
  return `${settings.site}/auth/v1/verify?${query.toString()}`
}

/** Hashes with a key, because codes are short. Anybody could find the code of a plain hash by trying all codes. */
function hashCode({ keys }: AuthDependencies, address: string, code: string) {
  return keyedHash(keys.oneTimeTokens, `${address} ${code}`).toString('hex')
}

function deriveLink({ keys }: AuthDependencies, seed: string) {
  return keyedHash(keys.oneTimeTokens, `link ${seed}`).toString('base64url')
}

export function deriveCode({ keys }: AuthDependencies, seed: string) {
  const number = keyedHash(keys.oneTimeTokens, `code ${seed}`).readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}
