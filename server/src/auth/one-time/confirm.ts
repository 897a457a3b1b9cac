// Whoever brings a link or a code back has the mailbox that it was sent to.
import type { Queryable } from '../../database/queryable.ts'
import { enqueue } from '../../database/outbox.ts'
import type { Account } from '../accounts/account.ts'
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
  await db.query('update auth.users set email_confirmed_at = now() where id = $1', [
    proof.account.id,
  ])
  await markIdentity(db, proof)
  await audit(db, { action: 'user_confirmed', account: proof.account, ip: visitor.ip })
}

async function changeAddress(db: Queryable, { account, email }: Proof, visitor: Visitor) {
  await db.query(
    `update auth.users
     set email = $2, email_change = '', email_confirmed_at = now(), updated_at = now()
     where id = $1`,
    [account.id, email],
  )
  await markIdentity(db, { account, email })
  await audit(db, { action: 'user_email_changed', account, ip: visitor.ip, traits: { email } })
  if (account.email) {
    const values = { email, oldEmail: account.email }
    await enqueue(db, 'mail', { kind: 'email-changed', to: account.email, values })
  }
}

async function markIdentity(db: Queryable, { account, email }: Pick<Proof, 'account' | 'email'>) {
  await db.query(
    `update auth.identities
     set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true),
       updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [account.id, email],
  )
}
