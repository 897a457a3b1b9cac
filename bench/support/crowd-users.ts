// Adds users with one password to a server with demo data.
import type { ClientBase } from 'pg'
import { z } from 'zod'

export const crowdPassword = 'Mendwell-demo-1'

export function crowdEmail(number: number) {
  return `crowd-${number}@mendwell.test`
}

/** Adds users with the password hash of a demo user, and returns that hash. */
export async function addCrowd(client: ClientBase, people: number) {
  await client.query(`
    begin;
    set local session_replication_role = replica;
    insert into auth.users
      (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
       raw_user_meta_data, created_at, updated_at)
      select u.instance_id, md5('crowd' || n)::uuid, u.aud, u.role, 'crowd-' || n || '@mendwell.test',
        u.encrypted_password, now(), u.raw_app_meta_data, u.raw_user_meta_data, now(), now()
      from auth.users u, generate_series(0, ${people - 1}) n
      where u.email = 'facility@mendwell.test';
    insert into auth.identities
      (provider_id, user_id, provider, identity_data, created_at, updated_at)
      select u.id::text, u.id, 'email', jsonb_build_object('sub', u.id, 'email', u.email), now(), now()
      from auth.users u where u.email like 'crowd-%';
    insert into public.profiles (id, role, username, full_name, company_name)
      select md5('crowd' || n)::uuid, 'facility', 'crowd-' || n, 'Person ' || n, 'Company ' || n
      from generate_series(0, ${people - 1}) n;
    commit`)
  await client.query('vacuum analyze')
  const { rows } = await client.query(
    `select encrypted_password as hash from auth.users where email = '${crowdEmail(0)}'`,
  )
  return z.tuple([z.object({ hash: z.string() })]).parse(rows)[0].hash
}
