// Accounts of a journey's own, over the wire: what one does with them touches nobody else.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { codeFor } from './authenticator.ts'

const url = `http://127.0.0.1:${process.env['E2E_PORT'] ?? '3999'}`
const folder = process.env['E2E_DATA'] ?? 'test-results/data'
const auth = {
  persistSession: false,
  autoRefreshToken: false,
  experimental: { recoveryCodes: true },
}

function secrets() {
  const kept: unknown = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
  const textOf = (name: string) =>
    typeof kept === 'object' && kept ? String(Reflect.get(kept, name)) : ''
  return { anonKey: textOf('anonKey'), serviceRoleKey: textOf('serviceRoleKey') }
}

export async function newAccount() {
  const account = { email: `${crypto.randomUUID()}@example.test`, password: 'Quiet-pine-needle-7' }
  const server = createClient(url, secrets().serviceRoleKey, { auth })
  const { error } = await server.auth.admin.createUser({
    ...account,
    email_confirm: true,
    app_metadata: { role: 'contractor' },
    user_metadata: { full_name: 'Ruth Ellison' },
  })
  if (error) throw error
  return account
}

/** The same with a second factor, whose code of this moment is used up, and with recovery codes. */
export async function newProtectedAccount() {
  const account = await newAccount()
  const client = createClient(url, secrets().anonKey, { auth })
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
