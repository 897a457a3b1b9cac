import { enqueue } from '../../postgres/outbox.ts'
import type { Queryable } from '../../postgres/queryable.ts'
import type { Account } from '../accounts/account.ts'
import type { CodeWork } from './work.ts'

/** It is the account's once a code that was sent there has come back. */
export async function noteNewNumber(db: Queryable, { id }: Account, sms: CodeWork) {
  await db.query('update auth.users set phone_change = $2, updated_at = now() where id = $1', [
    id,
    sms.phone,
  ])
  await enqueue(db, 'auth.sms', sms)
}
