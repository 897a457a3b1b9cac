// Links accounts at sign-in providers to accounts of this server, as rows of auth.identities. The functions that change
// links need a transaction that has locked the account.
import type { Queryable } from '../../postgres/transaction.ts'
import type { ProviderAccount } from '../oauth/provider.ts'

/**
 * Stores the account's own email and phone number as identities, because clients expect them in the list of identities.
 */
export async function syncOwnLogins(db: Queryable, account: string) {
  await db.query(
    `insert into auth.identities as known
       (id, provider_id, user_id, provider, identity_data, created_at, updated_at)
     select gen_random_uuid(), u.id::text, u.id, way.provider, jsonb_build_object(
       'sub', u.id, way.provider, way.address,
       'email_verified', way.provider = 'email' and u.email_confirmed_at is not null,
       'phone_verified', way.provider = 'phone' and u.phone_confirmed_at is not null
     ), now(), now()
     from auth.users u
       cross join lateral (values ('email', u.email), ('phone', u.phone)) as way (provider, address)
     where u.id = $1 and way.address is not null
     on conflict (provider_id, provider) do update
       set identity_data = known.identity_data || excluded.identity_data, updated_at = now()`,
    [account],
  )
  await syncProviders(db, account)
}

/** Stores the list of the account's providers in the app metadata, oldest provider first. Clients read this list. */
async function syncProviders(db: Queryable, account: string) {
  await db.query(
    `update auth.users u set updated_at = now(),
       raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object('providers', (
         select coalesce(jsonb_agg(p.provider order by p.since nulls first, p.provider), '[]') from (
           select i.provider, min(i.created_at) as since
           from auth.identities i where i.user_id = u.id group by i.provider
         ) as p
       ))
     where u.id = $1`,
    [account],
  )
}

interface LinkOwner {
  userId: string
  /** True if the user linked the account while signed in. False if a sign-in linked it automatically. */
  isLinkedManually: boolean
}

/**
 * Finds the user to whom the provider's account is linked. The same subject from another issuer is a different person.
 * Old rows without an issuer match any issuer.
 */
export async function findOwner(
  db: Queryable,
  linked: ProviderAccount,
): Promise<LinkOwner | undefined> {
  const { rows } = await db.query<LinkOwner>(
    `select user_id as "userId", identity_data @> '{"linked_by_hand": true}' as "isLinkedManually"
     from auth.identities
     where provider = $1 and provider_id = $2 and coalesce(identity_data ->> 'iss' = $3, true)`,
    [linked.provider, linked.subject, issuerOf(linked)],
  )
  return rows[0]
}

function issuerOf({ issuer, ssoProvider }: ProviderAccount) {
  return issuer ?? ssoProvider?.oidc?.issuer ?? ssoProvider?.saml?.entity_id
}

function linkData(linked: ProviderAccount, isLinkedManually: boolean) {
  const { subject, email, emailVerified, metadata } = linked
  return {
    ...metadata,
    ...(isLinkedManually ? { linked_by_hand: true } : {}),
    sub: subject,
    iss: issuerOf(linked),
    email,
    email_verified: emailVerified,
    phone_verified: false,
  }
}

/** Updates the link with the person's current data from the provider. */
export async function updateLinkedAccount(
  db: Queryable,
  linked: ProviderAccount,
  { isLinkedManually }: LinkOwner,
) {
  await db.query(
    `update auth.identities set identity_data = $3, last_sign_in_at = now(), updated_at = now()
     where provider = $1 and provider_id = $2`,
    [linked.provider, linked.subject, linkData(linked, isLinkedManually)],
  )
}

export async function addLinkedAccount(
  db: Queryable,
  account: string,
  linked: ProviderAccount,
  isLinkedManually = false,
) {
  await removeReplaced(db, account, linked)
  await db.query(
    `insert into auth.identities
       (id, provider_id, user_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, now(), now(), now())`,
    [linked.subject, account, linked.provider, linkData(linked, isLinkedManually)],
  )
  await db.query('update auth.users set is_anonymous = false where id = $1 and is_anonymous', [
    account,
  ])
  await syncProviders(db, account)
}

/**
 * Removes the links that the new link replaces. They have the same provider and subject as the new link. They belong to
 * this account, or they contain another issuer.
 */
async function removeReplaced(db: Queryable, account: string, linked: ProviderAccount) {
  const { rows } = await db.query<{ userId: string }>(
    `delete from auth.identities
     where provider = $1 and provider_id = $2 and (user_id = $3 or identity_data ->> 'iss' <> $4)
     returning user_id as "userId"`,
    [linked.provider, linked.subject, account, issuerOf(linked)],
  )
  for (const { userId } of rows) await syncProviders(db, userId)
}

export async function removeLinkedAccount(db: Queryable, account: string, id: string) {
  await db.query('delete from auth.identities where id = $1 and user_id = $2', [id, account])
  await syncProviders(db, account)
}

/** Records that the user unlinked the account, so that no later sign-in links it again automatically. */
export async function recordUnlinked(db: Queryable, account: string, identityId: string) {
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
  { provider, subject }: ProviderAccount,
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
  { provider, subject }: ProviderAccount,
) {
  await db.query(
    `delete from private.unlinked_identities
     where user_id = $1 and provider = $2 and provider_id = $3`,
    [account, provider, subject],
  )
}
