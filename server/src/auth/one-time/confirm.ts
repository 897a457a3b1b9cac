// Whoever brings a link or a code back has the mailbox, or the telephone, that it was sent to.
import type { Queryable } from '../../postgres/queryable.ts'
import { enqueue } from '../../postgres/outbox.ts'
import type { Account } from '../accounts/account.ts'
import { confirmAccount, setAddress } from '../accounts/address.ts'
import { confirmPhone, setPhone } from '../accounts/phone.ts'
import { forgetStranger } from '../accounts/sign-up.ts'
import { audit } from '../audit.ts'
import { codeExpired } from '../errors.ts'
import { freeNumber } from '../phones/free-number.ts'
import type { Visitor } from '../visitor.ts'
import type { Purpose } from './purposes.ts'

interface Proof {
  account: Account
  purpose: Purpose
  address: string
}

export async function confirmAddress(db: Queryable, proof: Proof, visitor: Visitor) {
  if (proof.purpose === 'email_change') return changeAddress(db, proof, visitor)
  // The account has another address by now.
  if (proof.address !== proof.account.email) throw codeExpired()
  if (proof.account.email_confirmed_at) return
  if (proof.purpose !== 'signup') await forgetStranger(db, proof.account)
  await confirmAccount(db, proof.account.id)
  await audit(db, { action: 'user_confirmed', account: proof.account, ip: visitor.ip })
}

export async function confirmNumber(db: Queryable, proof: Proof, visitor: Visitor) {
  if (proof.purpose === 'phone_change') return changeNumber(db, proof, visitor)
  if (proof.address !== proof.account.phone) throw codeExpired()
  if (proof.account.phone_confirmed_at) return
  if (proof.purpose !== 'sms_signup') await forgetStranger(db, proof.account)
  await confirmPhone(db, proof.account.id)
  await audit(db, { action: 'user_confirmed', account: proof.account, ip: visitor.ip })
}

async function changeAddress(db: Queryable, { account, address: email }: Proof, visitor: Visitor) {
  await setAddress(db, account.id, email)
  await confirmAccount(db, account.id)
  await audit(db, { action: 'user_email_changed', account, ip: visitor.ip, traits: { email } })
  if (account.email) {
    const values = { email, oldEmail: account.email }
    await enqueue(db, 'mail', { kind: 'email-changed', to: account.email, values })
  }
}

async function changeNumber(db: Queryable, { account, address }: Proof, visitor: Visitor) {
  // Another one is wanted by now.
  if (address !== account.phone_change) throw codeExpired()
  await freeNumber(db, address)
  await setPhone(db, account.id, address)
  await confirmPhone(db, account.id)
  await audit(db, { action: 'user_phone_changed', account, ip: visitor.ip })
  if (account.email) {
    const values = { email: account.email }
    await enqueue(db, 'mail', { kind: 'phone-changed', to: account.email, values })
  }
}
