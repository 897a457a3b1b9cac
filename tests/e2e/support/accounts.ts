// Creates accounts for one test, so that the test's changes do not affect other tests.
import { createClient } from '@supabase/supabase-js'
import { codeFor } from './authenticator.ts'
import { withDatabase } from './database.ts'
import { dataFolder, url } from './site.ts'

export { url }

export const auth = {
  persistSession: false,
  autoRefreshToken: false,
  experimental: { recoveryCodes: true },
}

const insertAccount = `
  with person as (
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
      raw_user_meta_data, created_at, updated_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', $1,
      extensions.crypt($2, extensions.gen_salt('bf', 6)), now(), jsonb_build_object('role', $3::text),
      jsonb_build_object('full_name', $4::text, 'services', $5::jsonb), now(), now())
    returning id, email
  )
  insert into auth.identities (provider_id, user_id, provider, identity_data, created_at, updated_at)
  select id::text, id, 'email', jsonb_build_object('sub', id, 'email', email), now(), now() from person`

/** Creates an account directly in the database. A consultant needs a service to be booked. */
export async function newAccount({
  role = 'contractor',
  name = 'Ruth Ellison',
  domain = 'example.test',
  folder = dataFolder,
} = {}) {
  const account = { email: `${crypto.randomUUID()}@${domain}`, password: 'Quiet-pine-needle-7' }
  const services = JSON.stringify(role === 'consultant' ? ['Boiler surveys'] : [])
  const values = [account.email, account.password, role, name, services]
  await withDatabase((database) => database.query(insertAccount, values), folder)
  return account
}

/** Creates a self-registered user without a role. */
export const newUserWithoutRole = (options: { name?: string; folder?: string } = {}) =>
  newAccount({ ...options, role: '' })

export interface Account {
  email: string
  password: string
}

export const newAccountWithSecondFactor = async () => addSecondFactor(await newAccount())

/**
 * Adds a second factor and recovery codes, and uses up the factor's current code.
 * @param serverUrl  The address of the account's server.
 */
export async function addSecondFactor(account: Account, serverUrl = url) {
  const client = createClient(serverUrl, await fetchAnonKey(serverUrl), { auth })
  await client.auth.signInWithPassword(account)
  const { mfa } = client.auth
  const enrollment = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (enrollment.error) throw enrollment.error
  const { id: factorId, totp } = enrollment.data
  const verification = await mfa.challengeAndVerify({ factorId, code: codeFor(totp.secret) })
  if (verification.error) throw verification.error
  const generated = await mfa.recoveryCodes.generate()
  if (generated.error) throw generated.error
  return { ...account, secret: totp.secret, recoveryCodes: generated.data.codes }
}

/** Ends all sessions of the user, as if from another device. */
export async function endAllSessions(account: Account) {
  const client = createClient(url, await fetchAnonKey(), { auth })
  await client.auth.signInWithPassword(account)
  const { error } = await client.auth.signOut({ scope: 'global' })
  if (error) throw error
}

export async function fetchAnonKey(serverUrl = url) {
  const config: unknown = await (await fetch(`${serverUrl}/config.json`)).json()
  return typeof config === 'object' && config ? String(Reflect.get(config, 'anonKey')) : ''
}
