import { enqueue } from '../../postgres/outbox.ts'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import { type Account, accountById } from '../accounts/account.ts'
import { confirmAccount, setAddress } from '../accounts/address.ts'
import { ban } from '../accounts/ban.ts'
import { confirmPhone, setPhone } from '../accounts/phone.ts'
import { mergeMetadata } from '../accounts/metadata.ts'
import { asUser } from '../accounts/user.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { noSuchUser } from '../errors.ts'
import { setPassword } from '../passwords/set.ts'
import { read } from '../read.ts'
import { visitorOf } from '../visitor.ts'
import { attributes, banIn, hashIn, phoneIn } from './attributes.ts'
import { findNamed, lockNamed } from './named.ts'

export const updateUser: Call = {
  method: 'PUT',
  path: '/admin/users/:id',
  answer: async (auth, request) => {
    const given = read(attributes, request.body)
    const phone = phoneIn(auth, given)
    const seconds = banIn(given)
    const present = await findNamed(auth.pool, request)
    const own = [given.email ?? present.email, phone ?? present.phone]
    const hash = await hashIn(given, own)
    const changed = await transact(auth.pool, async (db) => {
      const account = await lockNamed(db, request)
      const { id } = account
      if (given.email && given.email !== account.email) await moveTo(db, account, given.email)
      if (given.email_confirm && (given.email ?? account.email)) await confirmAccount(db, id)
      if (phone && phone !== account.phone) await setPhone(db, id, phone)
      if (given.phone_confirm && (phone ?? account.phone)) await confirmPhone(db, id)
      if (hash) await changePassword(db, account, hash)
      if (given.user_metadata) await mergeMetadata(db, id, 'user', given.user_metadata)
      if (given.app_metadata) await mergeMetadata(db, id, 'app', given.app_metadata)
      if (seconds !== undefined) await ban(db, id, seconds)
      const traits = { changed: Object.keys(given) }
      await audit(db, { action: 'user_modified', account, ip: visitorOf(request).ip, traits })
      return accountById(db, id)
    })
    if (!changed) throw noSuchUser()
    return asUser(changed)
  },
}

/** The owner hears of it where they were, since they may not be the one who wanted it. */
async function moveTo(db: Queryable, { id, email: oldEmail }: Account, email: string) {
  await setAddress(db, id, email)
  if (!oldEmail) return
  await enqueue(db, 'mail', { kind: 'email-changed', to: oldEmail, values: { email, oldEmail } })
}

async function changePassword(db: Queryable, { id, email }: Account, hash: string) {
  await setPassword(db, { account: id, hash })
  if (email) await enqueue(db, 'mail', { kind: 'password-changed', to: email, values: { email } })
}
