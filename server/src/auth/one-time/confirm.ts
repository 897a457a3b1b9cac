// Whoever brings a link or a code back has the mailbox that it was sent to.
import type { Queryable } from '../../database/queryable.ts'
import { enqueue } from '../../database/outbox.ts'
import type { Account } from '../accounts/account.ts'
import { confirmAccount, setAddress } from '../accounts/address.ts'
import { audit } from '../audit.ts'
import { codeExpired } from '../errors.ts'
import type { Visitor } from '../visitor.ts'
import type { Purpose } from './purposes.ts'

interface Proof {
  account: Account
  purpose: Purpose
  email: string
}

export async function confirmAddress(db: Queryable, proof: Proof, visitor: Visitor) {
  if (proof.purpose === 'email_change') return changeAddress(db, proof, visitor)
  // The account has another address by now.
  if (proof.email !== proof.account.email) throw codeExpired()
  if (proof.account.email_confirmed_at) return
  if (proof.purpose !== 'signup') await forgetStranger(db, proof.account)
  await confirmAccount(db, proof.account.id)
  await audit(db, { action: 'user_confirmed', account: proof.account, ip: visitor.ip })
}

/** Whoever signed up with this address did not prove it; the password they chose opens nothing. */
async function forgetStranger(db: Queryable, { id, encrypted_password: password }: Account) {
  if (!password) return
  await db.query(
    `update auth.users set encrypted_password = '', raw_user_meta_data = '{}' where id = $1`,
    [id],
  )
}

async function changeAddress(db: Queryable, { account, email }: Proof, visitor: Visitor) {
  await setAddress(db, account.id, email)
  await confirmAccount(db, account.id)
  await audit(db, { action: 'user_email_changed', account, ip: visitor.ip, traits: { email } })
  if (account.email) {
    const values = { email, oldEmail: account.email }
    await enqueue(db, 'mail', { kind: 'email-changed', to: account.email, values })
  }
}
