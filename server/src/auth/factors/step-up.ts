import type { Queryable } from '../../postgres/queryable.ts'
import { accountById } from '../accounts/account.ts'
import { noSession } from '../errors.ts'
import type { Auth } from '../parts.ts'
import type { Person } from '../person.ts'
import { answerWith } from '../sessions/answer.ts'
import { replaceToken } from '../sessions/refresh-tokens.ts'
import { findSession, type Method, noteMethod } from '../sessions/session.ts'

interface Proof {
  method: Method
  factorId?: string
}

/** The session goes on with a second factor proven. */
export async function stepUp(
  auth: Auth,
  db: Queryable,
  { account, session }: Person,
  { method, factorId }: Proof,
) {
  const { rowCount } = await db.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`,
    [session.id, factorId ?? null],
  )
  if (rowCount === 0) throw noSession()
  await noteMethod(db, session.id, method)
  const token = await replaceToken(db, { sessionId: session.id, userId: account.id })
  const [known, raised] = [await accountById(db, account.id), await findSession(db, session.id)]
  if (!known || !raised) throw noSession()
  return answerWith(auth, known, raised, token)
}
