import { enqueue } from '../../postgres/outbox.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import type { Account } from '../accounts/account.ts'

/** The owner hears of it, also where somebody else did it. */
export async function tellOfWayIn(db: Queryable, { email }: Account, what: string) {
  if (!email) return
  await enqueue(db, 'mail', { kind: 'way-in-changed', to: email, values: { email, what } })
}
