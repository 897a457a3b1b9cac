// Confirms the email or phone number to which a link or code was sent. A user who returns the link or code controls the
// mailbox or phone.
import { enqueue } from '../../queue/outbox.ts'
import type { Queryable } from '../../postgres/transaction.ts'
import type { Account } from '../accounts/account.ts'
import { forgetUnconfirmed } from '../accounts/self-registration.ts'
import {
  confirmEmail,
  confirmPhone,
  releasePhone,
  setEmail,
  setPhone,
} from '../accounts/update-account.ts'
import { audit } from '../audit.ts'
import { codeExpired } from '../errors.ts'
import type { ClientInfo } from '../parse-request.ts'
import type { Purpose } from './token-purposes.ts'

interface ContactProof {
  account: Account
  purpose: Purpose
  address: string
}

export async function confirmEmailProof(db: Queryable, proof: ContactProof, client: ClientInfo) {
  if (proof.purpose === 'email_change') return changeEmail(db, proof, client)
  // Refuse the proof if the account's email changed after the message was sent.
  if (proof.address !== proof.account.email) throw codeExpired()
  if (proof.account.email_confirmed_at) return
  if (proof.purpose !== 'signup') await forgetUnconfirmed(db, proof.account)
  await confirmEmail(db, proof.account.id)
  await audit(db, { action: 'user_confirmed', account: proof.account, ip: client.ip })
}

export async function confirmPhoneProof(db: Queryable, proof: ContactProof, client: ClientInfo) {
  if (proof.purpose === 'phone_change') return changePhone(db, proof, client)
  if (proof.address !== proof.account.phone) throw codeExpired()
  if (proof.account.phone_confirmed_at) return
  if (proof.purpose !== 'sms_signup') await forgetUnconfirmed(db, proof.account)
  await confirmPhone(db, proof.account.id)
  await audit(db, { action: 'user_confirmed', account: proof.account, ip: client.ip })
}

async function changeEmail(
  db: Queryable,
  { account, address: email }: ContactProof,
  client: ClientInfo,
) {
  await setEmail(db, account.id, email)
  await confirmEmail(db, account.id)
  await audit(db, { action: 'user_email_changed', account, ip: client.ip, traits: { email } })
  if (account.email) {
    const values = { email, oldEmail: account.email }
    await enqueue(db, 'mail', { kind: 'email-changed', to: account.email, values })
  }
}

async function changePhone(db: Queryable, { account, address }: ContactProof, client: ClientInfo) {
  // Refuse the proof if the user asked for another number after the message was sent.
  if (address !== account.phone_change) throw codeExpired()
  await releasePhone(db, address)
  await setPhone(db, account.id, address)
  await confirmPhone(db, account.id)
  await audit(db, { action: 'user_phone_changed', account, ip: client.ip })
  if (account.email) {
    const values = { email: account.email }
    await enqueue(db, 'mail', { kind: 'phone-changed', to: account.email, values })
  }
}
