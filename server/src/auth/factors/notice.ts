import { enqueue } from '../../postgres/outbox.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import type { Account } from '../accounts/account.ts'
import type { KeptFactor } from './factor.ts'

/** The owner hears of it, also where somebody else did it. */
export async function tellOwner(db: Queryable, { email }: Account, what: string) {
  if (!email) return
  await enqueue(db, 'mail', { kind: 'second-factor-changed', to: email, values: { email, what } })
}

export function nameOfKind({ factor_type: type }: KeptFactor) {
  return type === 'phone' ? 'A phone number for codes' : 'An authenticator app'
}
