import { createAccount } from '../auth/accounts/create.ts'
import { audit } from '../auth/audit.ts'
import type { Queryable } from '../postgres/queryable.ts'
import { appoint } from './promote.ts'

interface NewAdmin {
  email: string
  passwordHash: string
}

/** An account whose address the operator vouches for. */
export async function createAdmin(db: Queryable, { email, passwordHash }: NewAdmin) {
  const id = await createAccount(db, { email, passwordHash, isConfirmed: true })
  await audit(db, { action: 'user_created', account: { id, email } })
  await appoint(db, id)
}
