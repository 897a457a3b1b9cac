import { z } from 'zod'
import { enqueue } from '../../../queue/outbox.ts'
import { type Queryable, transact } from '../../../postgres/transaction.ts'
import {
  type Account,
  findAccountByEmail,
  findAccountById,
  lockActiveAccount,
  toUser,
} from '../../accounts/account.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { mergeMetadata, withoutNulls } from '../../accounts/update-account.ts'
import { audit } from '../../audit.ts'
import type { Route } from '../../auth-dependencies.ts'
import { emailTaken, noSuchUser } from '../../errors.ts'
import { clientInfoOf, emailSchema, metadataSchema, parse } from '../../parse-request.ts'
import { requestedRedirect } from '../../redirects.ts'

const bodySchema = z.strictObject({ email: emailSchema, data: metadataSchema.nullish() })

export const invite: Route = {
  method: 'POST',
  path: '/invite',
  handle: async (auth, request) => {
    const { email, data } = parse(bodySchema, request.body)
    const redirectTo = requestedRedirect(auth.settings, request)
    const account = await transact(auth.pool, async (db) => {
      const { ip } = clientInfoOf(request)
      const invited = await inviteAccount(db, { email, data: data ?? {}, ip })
      const job = { purpose: 'invite', accountId: invited.id, email, redirectTo }
      await enqueue(db, 'auth.link', job)
      return invited
    })
    return toUser(account)
  },
}

interface Invitation {
  email: string
  data: Record<string, unknown>
  ip: string
}

/** Creates an invited account, or reuses an account whose email was never confirmed. */
export async function inviteAccount(
  db: Queryable,
  { email, data, ip }: Invitation,
): Promise<Account> {
  const existing = await findAccountByEmail(db, email)
  if (existing?.email_confirmed_at) throw emailTaken()
  const id = existing ? await inviteAgain(db, existing, data) : await inviteFirst(db, email, data)
  await audit(db, { action: 'user_invited', account: { id, email }, ip })
  const account = await findAccountById(db, id)
  if (!account) throw noSuchUser()
  return account
}

function inviteFirst(db: Queryable, email: string, data: Invitation['data']) {
  return createAccount(db, { email, isInvited: true, userMetadata: withoutNulls(data) })
}

/** Removes an existing password, because the person who chose it never proved control of the mailbox. */
async function inviteAgain(db: Queryable, { id }: Account, data: Invitation['data']) {
  const { email_confirmed_at: isConfirmed } = await lockActiveAccount(db, id)
  if (isConfirmed) throw emailTaken()
  await db.query(
    `update auth.users set invited_at = now(), encrypted_password = '', updated_at = now() where id = $1`,
    [id],
  )
  await mergeMetadata(db, id, 'user', data)
  return id
}
