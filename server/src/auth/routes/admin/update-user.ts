import { enqueue } from '../../../queue/outbox.ts'
import { type Queryable, transact } from '../../../postgres/transaction.ts'
import { type Account, findAccountById, toUser } from '../../accounts/account.ts'
import { setPassword } from '../../accounts/passwords.ts'
import {
  banAccount,
  confirmEmail,
  confirmPhone,
  mergeMetadata,
  setEmail,
  setPhone,
} from '../../accounts/update-account.ts'
import { audit } from '../../audit.ts'
import type { Route } from '../../auth-dependencies.ts'
import { noSuchUser } from '../../errors.ts'
import { clientInfoOf, parse } from '../../parse-request.ts'
import {
  hashGivenPassword,
  parseBanSeconds,
  parsePhone,
  userAttributes,
} from './user-attributes.ts'
import { findRequestedAccount, lockRequestedAccount } from './users.ts'

export const updateUser: Route = {
  method: 'PUT',
  path: '/admin/users/:id',
  handle: async (auth, request) => {
    const body = parse(userAttributes, request.body)
    const phone = parsePhone(auth, body)
    const seconds = parseBanSeconds(body)
    const current = await findRequestedAccount(auth.pool, request)
    const ownWords = [body.email ?? current.email, phone ?? current.phone]
    const hash = await hashGivenPassword(auth, body, ownWords)
    const changed = await transact(auth.pool, async (db) => {
      const account = await lockRequestedAccount(db, request)
      const { id } = account
      if (body.email && body.email !== account.email) await changeEmail(db, account, body.email)
      if (body.email_confirm && (body.email ?? account.email)) await confirmEmail(db, id)
      if (phone && phone !== account.phone) await setPhone(db, id, phone)
      if (body.phone_confirm && (phone ?? account.phone)) await confirmPhone(db, id)
      if (hash) await changePassword(db, account, hash)
      if (body.user_metadata) await mergeMetadata(db, id, 'user', body.user_metadata)
      if (body.app_metadata) await mergeMetadata(db, id, 'app', body.app_metadata)
      if (seconds !== undefined) await banAccount(db, id, seconds)
      const traits = { changed: Object.keys(body) }
      await audit(db, { action: 'user_modified', account, ip: clientInfoOf(request).ip, traits })
      return findAccountById(db, id)
    })
    if (!changed) throw noSuchUser()
    return toUser(changed)
  },
}

/** Changes the email and notifies the owner at the old address, because the owner may not have asked for the change. */
async function changeEmail(db: Queryable, { id, email: oldEmail }: Account, email: string) {
  await setEmail(db, id, email)
  if (!oldEmail) return
  await enqueue(db, 'mail', { kind: 'email-changed', to: oldEmail, values: { email, oldEmail } })
}

async function changePassword(db: Queryable, { id, email }: Account, hash: string) {
  await setPassword(db, { account: id, hash })
  if (email) await enqueue(db, 'mail', { kind: 'password-changed', to: email, values: { email } })
}
