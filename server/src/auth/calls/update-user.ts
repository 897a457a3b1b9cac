import { z } from 'zod'
import { enqueue } from '../../postgres/outbox.ts'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import { type Account, accountById, hasSecondFactor } from '../accounts/account.ts'
import { mergeMetadata } from '../accounts/metadata.ts'
import { asUser } from '../accounts/user.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { AuthError, noSuchUser } from '../errors.ts'
import { linkToNew, noteNewAddress } from '../one-time/new-address.ts'
import { hashOfNew } from '../passwords/change.ts'
import { proveOwner } from '../passwords/prove-owner.ts'
import { setPassword } from '../passwords/set.ts'
import { checkPassword } from '../passwords/rules.ts'
import { lockPerson, type Person, personOf } from '../person.ts'
import { countedSms } from '../phones/ask.ts'
import { noteNewNumber } from '../phones/new-number.ts'
import { checkChannel, numberIn } from '../phones/number.ts'
import { challenge, email, metadata, read } from '../read.ts'
import { visitorOf } from '../visitor.ts'

const body = z.object({
  email: email.nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
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
    const asked = read(body, request.body)
    checkChannel(asked.channel)
    const given = asked.phone ? { ...asked, phone: numberIn(auth.settings, asked.phone) } : asked
    const person = await personOf(auth, request)
    refuseForbidden(given, person)
    const { account, session } = person
    const visitor = visitorOf(request)
    const newEmail = given.email && given.email !== account.email ? given.email : undefined
    const phone = given.phone && given.phone !== account.phone ? given.phone : undefined
    if (isGiven(given.password)) await checkPassword(given.password, [account.email, account.phone])
    if (isGiven(given.password) || newEmail || phone) await proveOwner(auth, person, given, visitor)
    const hash = isGiven(given.password) ? await hashOfNew(account, given.password) : undefined
    const link = newEmail && (await linkToNew(auth, request, given, account, newEmail))
    const wanted = { purpose: 'phone_change', accountId: account.id } as const
    const sms = phone && (await countedSms(auth, request, { ...wanted, phone }))
    const changed = await transact(auth.pool, async (db) => {
      refuseForbidden(given, await lockPerson(db, person))
      if (hash) await changePassword(db, account, { hash, keep: session.id, ip: visitor.ip })
      if (given.data) await mergeMetadata(db, account.id, 'user', given.data)
      if (link) await noteNewAddress(db, account, link)
      if (sms) await noteNewNumber(db, account, sms)
      if (hash || given.data || link || sms) {
        await audit(db, { action: 'user_modified', account, ip: visitor.ip })
      }
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
  const isSensitive =
    isGiven(given.password) ||
    (given.email && given.email !== account.email) ||
    (given.phone && given.phone !== account.phone)
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
