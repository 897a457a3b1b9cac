// What was taken from an account does not come back by itself.
import type { Queryable } from '../../postgres/queryable.ts'
import type { OutsideIdentity } from './provider.ts'

export async function noteUnlinked(db: Queryable, account: string, identityId: string) {
  await db.query(
    `insert into private.unlinked_identities (user_id, provider, provider_id)
     select user_id, provider, provider_id from auth.identities where id = $2 and user_id = $1
     on conflict do nothing`,
    [account, identityId],
  )
}

export async function wasUnlinked(
  db: Queryable,
  account: string,
  { provider, subject }: OutsideIdentity,
) {
  const { rows } = await db.query(
    `select from private.unlinked_identities
     where user_id = $1 and provider = $2 and provider_id = $3`,
    [account, provider, subject],
  )
  return rows.length > 0
}

export async function forgetUnlinked(
  db: Queryable,
  account: string,
  { provider, subject }: OutsideIdentity,
) {
  await db.query(
    `delete from private.unlinked_identities
     where user_id = $1 and provider = $2 and provider_id = $3`,
    [account, provider, subject],
  )
}
