import type { Queryable } from '../../postgres/queryable.ts'

/** The ways into an account by its own address and number, as clients list them. */
export async function noteIdentities(db: Queryable, account: string) {
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
  await noteProviders(db, account)
}

/** All ways in, the oldest first, in the app metadata, where clients look for them. */
export async function noteProviders(db: Queryable, account: string) {
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
