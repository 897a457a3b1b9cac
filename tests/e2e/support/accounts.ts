// Creates accounts for one test, so that the test's changes affect no other test.
import { createClient } from '@supabase/supabase-js'
import { codeFor } from './authenticator.ts'
import { onDatabase } from './database.ts'
import { dataFolder, url } from './site.ts'

export { url }

export const auth = {
  persistSession: false,
  autoRefreshToken: false,
  experimental: { recoveryCodes: true },
}

const insert = `
  with person as (
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
      raw_user_meta_data, created_at, updated_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', $1,
      extensions.crypt($2, extensions.gen_salt('bf', 6)), now(), jsonb_build_object('role', $3::text),
      jsonb_build_object('full_name', $4::text), now(), now())
    returning id, email
  )
  insert into auth.identities (provider_id, user_id, provider, identity_data, created_at, updated_at)
  select id::text, id, 'email', jsonb_build_object('sub', id, 'email', email), now(), now() from person`

/** Creates an account directly in the database. */
export async function newAccount({
  role = 'contractor',
  name = 'Ruth Ellison',
  domain = 'example.test',
  folder = dataFolder,
} = {}) {
  const account = { email: `${crypto.randomUUID()}@${domain}`, password: 'Quiet-pine-needle-7' }
  const values = [account.email, account.password, role, name]
  await onDatabase((database) => database.query(insert, values), folder)
  return account
}

/** Creates a self-registered user without a role. */
export const newNewcomer = (of: { name?: string; folder?: string } = {}) =>
  newAccount({ ...of, role: '' })

export interface Account {
  email: string
  password: string
}

export const newProtectedAccount = async () => protect(await newAccount())

/**
 * Adds recovery codes and a second factor. Setup uses up the factor's current code.
 * @param at  The address of the account's server.
 */
export async function protect(account: Account, at = url) {
  const client = createClient(at, await anonKey(at), { auth })
  await client.auth.signInWithPassword(account)
  const { mfa } = client.auth
  const made = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (made.error) throw made.error
  const { id: factorId, totp } = made.data
  const proven = await mfa.challengeAndVerify({ factorId, code: codeFor(totp.secret) })
  if (proven.error) throw proven.error
  const spare = await mfa.recoveryCodes.generate()
  if (spare.error) throw spare.error
  return { ...account, secret: totp.secret, recoveryCodes: spare.data.codes }
}

/** Ends all sessions of the user, as if from another device. */
export async function endAllSessions(account: Account) {
  const client = createClient(url, await anonKey(), { auth })
  await client.auth.signInWithPassword(account)
  const { error } = await client.auth.signOut({ scope: 'global' })
  if (error) throw error
}

export async function anonKey(at = url) {
  const config: unknown = await (await fetch(`${at}/config.json`)).json()
  return typeof config === 'object' && config ? String(Reflect.get(config, 'anonKey')) : ''
}
