import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { enqueue } from '../../database/outbox.ts'
import { type Queryable, transact } from '../../database/queryable.ts'
import { type Account, accountById, hasSecondFactor } from '../accounts/account.ts'
import { mergeMetadata } from '../accounts/metadata.ts'
import { asUser } from '../accounts/user.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { AuthError, noSuchUser } from '../errors.ts'
import { linkWorkFor } from '../one-time/ask.ts'
import type { Auth } from '../parts.ts'
import { hashOfNew } from '../passwords/change.ts'
import { proveOwner } from '../passwords/prove-owner.ts'
import { setPassword } from '../passwords/set.ts'
import { type Person, personOf } from '../person.ts'
import { challenge, email, metadata, read } from '../read.ts'
import { lockAccount } from '../sessions/begin.ts'
import { visitorOf } from '../visitor.ts'
import type { LinkWork } from '../work.ts'

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
    const visitor = visitorOf(request)
    const newEmail = given.email && given.email !== account.email ? given.email : undefined
    if (isGiven(given.password) || newEmail) await proveOwner(auth, person, given, visitor)
    const hash = isGiven(given.password) ? await hashOfNew(account, given.password) : undefined
    const link = newEmail && (await linkToNew(auth, request, given, account, newEmail))
    const changed = await transact(auth.pool, async (db) => {
      await lockAccount(db, account.id)
      if (hash) await changePassword(db, account, { hash, keep: session.id, ip: visitor.ip })
      if (given.data) await mergeMetadata(db, account.id, 'user', given.data)
      if (link) await noteNewAddress(db, account, link)
      await audit(db, { action: 'user_modified', account, ip: visitor.ip })
      return accountById(db, account.id)
    })
    if (!changed) throw noSuchUser()
    return asUser(changed)
  },
}

/** Also an empty one: it is not what anybody meant. */
function isGiven(password: string | null | undefined): password is string {
  return password !== undefined && password !== null
}

function refuseForbidden(given: Body, { account, session }: Person) {
  if (given.app_metadata !== undefined) {
    const message = 'Updating app_metadata requires admin privileges'
    throw new AuthError(403, 'not_admin', message)
  }
  if (given.phone) {
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  const isSensitive = isGiven(given.password) || (given.email && given.email !== account.email)
  if (isSensitive && hasSecondFactor(account) && session.aal !== 'aal2') {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.'
    throw new AuthError(401, 'insufficient_aal', message)
  }
}

async function changePassword(
  db: Queryable,
  account: Account,
  { hash, keep, ip }: { hash: string; keep: string; ip: string },
) {
  await setPassword(db, { account: account.id, hash, keep })
  await audit(db, { action: 'user_updated_password', account, ip })
  if (!account.email) return
  const values = { email: account.email }
  await enqueue(db, 'mail', { kind: 'password-changed', to: account.email, values })
}

function linkToNew(
  auth: Auth,
  request: FastifyRequest,
  given: Body,
  account: Account,
  newEmail: string,
) {
  const wanted = { purpose: 'email_change', email: account.email ?? newEmail, newEmail } as const
  return linkWorkFor(auth, request, given, wanted)
}

/** It is the account's once a link that was sent there has come back. */
async function noteNewAddress(db: Queryable, { id }: Account, link: LinkWork) {
  await db.query('update auth.users set email_change = $2, updated_at = now() where id = $1', [
    id,
    link.newEmail,
  ])
  await enqueue(db, 'auth.link', link)
}
