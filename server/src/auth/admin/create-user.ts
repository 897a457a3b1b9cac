import { z } from 'zod'
import { transact } from '../../postgres/queryable.ts'
import { accountById } from '../accounts/account.ts'
import { ban } from '../accounts/ban.ts'
import { createAccount } from '../accounts/create.ts'
import { withoutNulls } from '../accounts/metadata.ts'
import { asUser } from '../accounts/user.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { invalid, noSuchUser } from '../errors.ts'
import { read, uuid } from '../read.ts'
import { visitorOf } from '../visitor.ts'
import { attributes, banIn, hashIn, phoneIn } from './attributes.ts'

const nil = '00000000-0000-0000-0000-000000000000'
const wrongId = { error: 'ID must conform to the uuid format' }
const body = attributes.extend({
  id: z
    .string(wrongId)
    .toLowerCase()
    .refine((id) => uuid.safeParse(id).success && id !== nil, wrongId)
    .nullish(),
})

export const createUser: Call = {
  method: 'POST',
  path: '/admin/users',
  answer: async (auth, request) => {
    const given = read(body, request.body)
    const phone = phoneIn(auth, given)
    const { id, email } = given
    if (!email && !phone) throw invalid('Cannot create a user without either an email or phone')
    const seconds = banIn(given)
    const own = [email ?? null, phone ?? null]
    // Who is to come in by other means has no password.
    const passwordHash = await hashIn({ ...given, password: given.password || null }, own)
    const account = await transact(auth.pool, async (db) => {
      const made = await createAccount(db, {
        id: id ?? undefined,
        email: email ?? undefined,
        phone,
        passwordHash,
        isConfirmed: Boolean(email && given.email_confirm),
        isPhoneConfirmed: Boolean(phone && given.phone_confirm),
        userMetadata: withoutNulls(given.user_metadata ?? {}),
        appMetadata: withoutNulls(given.app_metadata ?? {}),
      })
      if (seconds) await ban(db, made, seconds)
      const { ip } = visitorOf(request)
      await audit(db, { action: 'user_created', account: { id: made, email: email ?? null }, ip })
      return accountById(db, made)
    })
    if (!account) throw noSuchUser()
    return asUser(account)
  },
}
