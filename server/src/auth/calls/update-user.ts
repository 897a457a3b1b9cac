import { z } from 'zod'
import { enqueue } from '../../database/outbox.ts'
import { type Queryable, transact } from '../../database/queryable.ts'
import { type Account, accountById, hasSecondFactor } from '../accounts/account.ts'
import { asUser } from '../accounts/user.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { AuthError, noSuchUser } from '../errors.ts'
import { askForLink } from '../one-time/ask.ts'
import { newPasswordFor } from '../passwords/change.ts'
import { setPassword } from '../passwords/set.ts'
import { type Person, personOf } from '../person.ts'
import { challenge, email, metadata, read } from '../read.ts'
import { lockAccount } from '../sessions/begin.ts'
import { visitorOf } from '../visitor.ts'

const body = z.object({
  email: email.nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().max(500).nullish(),
  data: metadata.nullish(),
  app_metadata: z.unknown().optional(),
  ...challenge,
})
type Body = z.infer<typeof body>

export const updateUser: Call = {
  method: 'PUT',
  path: '/user',
  answer: async (auth, request) => {
    const given = read(body, request.body)
    const person = await personOf(auth, request)
    refuseForbidden(given, person)
    const { account, session } = person
    const hash = given.password
      ? await newPasswordFor(auth, person, given, visitorOf(request))
      : undefined
    const newEmail = given.email && given.email !== account.email ? given.email : undefined
    if (newEmail && account.email) {
      const link = { purpose: 'email_change', email: account.email, newEmail } as const
      await askForLink(auth, request, given, link)
    }
    const changed = await transact(auth.pool, async (db) => {
      await lockAccount(db, account.id)
      if (hash) await changePassword(db, account, hash, session.id)
      if (given.data) await mergeMetadata(db, account, given.data)
      if (newEmail) await noteNewAddress(db, account, newEmail)
      await audit(db, { action: 'user_modified', account, ip: visitorOf(request).ip })
      return accountById(db, account.id)
    })
    if (!changed) throw noSuchUser()
    return asUser(changed)
  },
}

function refuseForbidden(given: Body, { account, session }: Person) {
  if (given.app_metadata !== undefined) {
    const message = 'Updating app_metadata requires admin privileges'
    throw new AuthError(403, 'not_admin', message)
  }
  if (given.phone) {
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  const isSensitive = Boolean(given.password) || (given.email && given.email !== account.email)
  if (isSensitive && hasSecondFactor(account) && session.aal !== 'aal2') {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.'
    throw new AuthError(401, 'insufficient_aal', message)
  }
}

async function changePassword(db: Queryable, account: Account, hash: string, keep: string) {
  await setPassword(db, { account: account.id, hash, keep })
  await audit(db, { action: 'user_updated_password', account })
  if (!account.email) return
  const values = { email: account.email }
  await enqueue(db, 'mail', { kind: 'password-changed', to: account.email, values })
}

/** What is null goes. */
async function mergeMetadata(db: Queryable, account: Account, data: Record<string, unknown>) {
  const merged = { ...account.raw_user_meta_data, ...data }
  const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
  await db.query(
    'update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1',
    [account.id, read(metadata, kept)],
  )
}

/** It is the account's once a link that was sent there has come back. */
async function noteNewAddress(db: Queryable, { id }: Account, newEmail: string) {
  await db.query('update auth.users set email_change = $2, updated_at = now() where id = $1', [
    id,
    newEmail,
  ])
}
