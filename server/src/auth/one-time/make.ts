// A link and a code for one mail, or a code for one message. They follow from the id of the work that sends them, so that
// what has to be sent again is the same, and no table holds what opens an account.
import type { Queryable } from '../../postgres/queryable.ts'
import { hashOf, keyedHash } from '../../keys/derived-keys.ts'
import type { Auth } from '../parts.ts'
import { kinds, type Purpose } from './purposes.ts'

interface Wanted {
  account: string
  purpose: Purpose
  /** The address or number that it is sent to, and proves. */
  address: string
  seed: string
  askedAt: Date
  flowId?: string | undefined
}

export async function makeOneTime(auth: Auth, db: Queryable, wanted: Wanted) {
  const made = { link: linkFor(auth, wanted.seed), code: codeFor(auth, wanted.seed) }
  const { tokenType, sentAt, minutes } = kinds[wanted.purpose]
  // One that was asked for later is not replaced by one that had to wait, and a spent one stays spent.
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
      wanted.account,
      tokenType,
      hashOf(made.link),
      wanted.address,
      wanted.askedAt,
      wanted.purpose,
      codeHash(auth, wanted.address, made.code),
      minutes,
      wanted.flowId ?? null,
    ],
  )
  await db.query(`update auth.users set ${sentAt} = now() where id = $1`, [wanted.account])
  return { ...made, isCurrent: rowCount === 1 }
}

/** A code is short, so its hash needs a key. */
export function codeHash({ keys }: Auth, address: string, code: string) {
  return keyedHash(keys.oneTimeTokens, `${address} ${code}`).toString('hex')
}

function linkFor({ keys }: Auth, seed: string) {
  return keyedHash(keys.oneTimeTokens, `link ${seed}`).toString('base64url')
}

/** Six digits. */
export function codeFor({ keys }: Auth, seed: string) {
  const number = keyedHash(keys.oneTimeTokens, `code ${seed}`).readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}
