import { z } from 'zod'
import { transact } from '../../../postgres/transaction.ts'
import { findAccountById, toUser } from '../../accounts/account.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { banAccount, withoutNulls } from '../../accounts/update-account.ts'
import { audit } from '../../audit.ts'
import type { Route } from '../../auth-dependencies.ts'
import { invalid, noSuchUser } from '../../errors.ts'
import { clientInfoOf, parse, uuidSchema } from '../../parse-request.ts'
import {
  hashGivenPassword,
  parseBanSeconds,
  parsePhone,
  userAttributes,
} from './user-attributes.ts'

const nilUuid = '00000000-0000-0000-0000-000000000000'
const invalidId = { error: 'ID must conform to the uuid format' }
const bodySchema = userAttributes.extend({
  id: z
    .string(invalidId)
    .toLowerCase()
    .refine((id) => uuidSchema.safeParse(id).success && id !== nilUuid, invalidId)
    .nullish(),
})

export const createUser: Route = {
  method: 'POST',
  path: '/admin/users',
  handle: async (auth, request) => {
    const body = parse(bodySchema, request.body)
    const phone = parsePhone(auth, body)
    const { id, email } = body
    if (!email && !phone) throw invalid('Cannot create a user without either an email or phone')
    const seconds = parseBanSeconds(body)
    const ownWords = [email ?? null, phone ?? null]
    // If the password is empty, the account has no password and the user signs in with another method.
    const passwordHash = await hashGivenPassword(
      auth,
      { ...body, password: body.password || null },
      ownWords,
    )
    const account = await transact(auth.pool, async (db) => {
      const accountId = await createAccount(db, {
        id: id ?? undefined,
        email: email ?? undefined,
        phone,
        passwordHash,
        isConfirmed: Boolean(email && body.email_confirm),
        isPhoneConfirmed: Boolean(phone && body.phone_confirm),
        userMetadata: withoutNulls(body.user_metadata ?? {}),
        appMetadata: withoutNulls(body.app_metadata ?? {}),
      })
      if (seconds) await banAccount(db, accountId, seconds)
      const { ip } = clientInfoOf(request)
      await audit(db, {
        action: 'user_created',
        account: { id: accountId, email: email ?? null },
        ip,
      })
      return findAccountById(db, accountId)
    })
    if (!account) throw noSuchUser()
    return toUser(account)
  },
}
