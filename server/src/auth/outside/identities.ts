// Rows of auth.identities that others vouch for. Each function belongs into a transaction that has locked the account.
import type { Queryable } from '../../postgres/queryable.ts'
import { noteProviders } from '../accounts/identities.ts'
import type { OutsideIdentity } from './provider.ts'

interface Owner {
  userId: string
  /** Its owner linked it while they were signed in. */
  isByHand: boolean
}

/** A name that another issuer gave is somebody else's. Of who came before issuers were noted, it is believed. */
export async function ownerOf(db: Queryable, outside: OutsideIdentity): Promise<Owner | undefined> {
  const { rows } = await db.query<Owner>(
    `select user_id as "userId", identity_data @> '{"linked_by_hand": true}' as "isByHand"
     from auth.identities
     where provider = $1 and provider_id = $2 and coalesce(identity_data ->> 'iss' = $3, true)`,
    [outside.provider, outside.subject, issuerOf(outside)],
  )
  return rows[0]
}

function issuerOf({ issuer, company }: OutsideIdentity) {
  return issuer ?? company?.oidc?.issuer ?? company?.saml?.entity_id
}

function dataOf(outside: OutsideIdentity, isByHand: boolean) {
  const { subject, email, emailVerified, metadata } = outside
  return {
    ...metadata,
    ...(isByHand ? { linked_by_hand: true } : {}),
    sub: subject,
    iss: issuerOf(outside),
    email,
    email_verified: emailVerified,
    phone_verified: false,
  }
}

/** What the provider says of its person today. */
export async function noteArrival(db: Queryable, outside: OutsideIdentity, { isByHand }: Owner) {
  await db.query(
    `update auth.identities set identity_data = $3, last_sign_in_at = now(), updated_at = now()
     where provider = $1 and provider_id = $2`,
    [outside.provider, outside.subject, dataOf(outside, isByHand)],
  )
}

export async function addIdentity(
  db: Queryable,
  account: string,
  outside: OutsideIdentity,
  isByHand = false,
) {
  await makePlace(db, account, outside)
  await db.query(
    `insert into auth.identities
       (id, provider_id, user_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, now(), now(), now())`,
    [outside.subject, account, outside.provider, dataOf(outside, isByHand)],
  )
  await noteProviders(db, account)
}

/** Of the account's own, linked anew, and of whom an issuer named so that is not asked any more. */
async function makePlace(db: Queryable, account: string, outside: OutsideIdentity) {
  const { rows } = await db.query<{ userId: string }>(
    `delete from auth.identities
     where provider = $1 and provider_id = $2 and (user_id = $3 or identity_data ->> 'iss' <> $4)
     returning user_id as "userId"`,
    [outside.provider, outside.subject, account, issuerOf(outside)],
  )
  for (const { userId } of rows) await noteProviders(db, userId)
}

export async function removeIdentity(db: Queryable, account: string, id: string) {
  await db.query('delete from auth.identities where id = $1 and user_id = $2', [id, account])
  await noteProviders(db, account)
}
