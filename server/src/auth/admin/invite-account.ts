import type { Queryable } from '../../postgres/queryable.ts'
import { type Account, accountByEmail, accountById } from '../accounts/account.ts'
import { createAccount } from '../accounts/create.ts'
import { mergeMetadata, withoutNulls } from '../accounts/metadata.ts'
import { audit } from '../audit.ts'
import { emailTaken, noSuchUser } from '../errors.ts'
import { lockAccount } from '../sessions/begin.ts'

interface Invited {
  email: string
  data: Record<string, unknown>
  ip: string
}

/** An account that nobody has come into yet: a new one, or one whose address was never proven. */
export async function inviteAccount(db: Queryable, { email, data, ip }: Invited): Promise<Account> {
  const known = await accountByEmail(db, email)
  if (known?.email_confirmed_at) throw emailTaken()
  const id = known ? await inviteAgain(db, known, data) : await inviteFirst(db, email, data)
  await audit(db, { action: 'user_invited', account: { id, email }, ip })
  const account = await accountById(db, id)
  if (!account) throw noSuchUser()
  return account
}

function inviteFirst(db: Queryable, email: string, data: Invited['data']) {
  return createAccount(db, { email, isInvited: true, userMetadata: withoutNulls(data) })
}

/** Whoever gave it a password before was not proven to have the mailbox. */
async function inviteAgain(db: Queryable, { id }: Account, data: Invited['data']) {
  const { email_confirmed_at: isConfirmed } = await lockAccount(db, id)
  if (isConfirmed) throw emailTaken()
  await db.query(
    `update auth.users set invited_at = now(), encrypted_password = '', updated_at = now() where id = $1`,
    [id],
  )
  await mergeMetadata(db, id, 'user', data)
  return id
}
