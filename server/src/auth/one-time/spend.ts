import type { Queryable } from '../../postgres/queryable.ts'
import { hashOf } from '../../keys/derived-keys.ts'
import type { Auth } from '../parts.ts'
import { lockAccount } from '../sessions/begin.ts'
import { codeHash } from './make.ts'
import type { Purpose } from './purposes.ts'

interface Spent {
  purpose: Purpose
  address: string
  flow_state_id: string | null
}

export function spendLink(db: Queryable, link: string, purposes: Purpose[]) {
  return spend(db, 'token_hash', hashOf(link), purposes)
}

/** The same work for an address that nobody has. */
export function spendCode(
  auth: Auth,
  db: Queryable,
  { address, code, purposes }: { address: string; code: string; purposes: Purpose[] },
) {
  return spend(db, 'code_hash', codeHash(auth, address, code), purposes)
}

/**
 * Of many who bring it at the same moment, one gets it: the account's lock is taken before the token's. The row stays,
 * so that a mail which is sent twice does not bring it back.
 */
async function spend(
  db: Queryable,
  column: 'token_hash' | 'code_hash',
  hash: string,
  purposes: Purpose[],
) {
  const found = await db.query<{ user_id: string }>(
    `select user_id from auth.one_time_tokens
     where ${column} = $1 and purpose = any ($2) and valid_until > now()`,
    [hash, purposes],
  )
  if (!found.rows[0]) return undefined
  const account = await lockAccount(db, found.rows[0].user_id)
  const { rows } = await db.query<Spent>(
    `update auth.one_time_tokens set valid_until = '-infinity'
     where ${column} = $1 and purpose = any ($2) and valid_until > now()
     returning purpose, relates_to as address, flow_state_id`,
    [hash, purposes],
  )
  return rows[0] && { account, ...rows[0] }
}
