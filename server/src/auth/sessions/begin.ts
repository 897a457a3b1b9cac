import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../postgres/queryable.ts'
import { type Account, accountById } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import { banned, noSuchUser } from '../errors.ts'
import type { Auth } from '../parts.ts'
import type { Visitor } from '../visitor.ts'
import { answerWith } from './answer.ts'
import { firstToken } from './refresh-tokens.ts'
import { findSession, type Method, noteMethod } from './session.ts'

interface Begin {
  account: Pick<Account, 'id' | 'email' | 'phone'>
  method: Method
  /** Whose word it was, if not the account's own. */
  provider?: string | undefined
  visitor: Visitor
}

/**
 * The account is locked before its sessions: nobody can be banned, or given another password, while a session
 * for the old state slips in.
 */
export async function lockAccount(db: Queryable, id: string): Promise<Account> {
  await db.query('select from auth.users where id = $1 for no key update', [id])
  const account = await accountById(db, id)
  if (!account) throw noSuchUser()
  if (account.is_banned) throw banned()
  return account
}

/** Within a transaction that has locked the account. */
export async function beginSession(
  auth: Auth,
  db: Queryable,
  { account, method, provider, visitor }: Begin,
) {
  const id = randomUUID()
  await db.query('update auth.users set last_sign_in_at = now() where id = $1', [account.id])
  await db.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip)
     values ($1, $2, now(), now(), 'aal1', now() + make_interval(days => $3), $4, $5)`,
    [id, account.id, auth.settings.sessions.mostDays, visitor.userAgent, visitor.ip],
  )
  await noteMethod(db, id, method)
  await noteFamiliar(db, account, visitor)
  const refreshToken = await firstToken(db, { sessionId: id, userId: account.id })
  const [signedIn, session] = [await accountById(db, account.id), await findSession(db, id)]
  if (!signedIn || !session) throw noSuchUser()
  const traits = provider === undefined ? { method } : { method, provider }
  await audit(db, { action: 'login', account: signedIn, ip: visitor.ip, traits })
  return answerWith(auth, signedIn, session, refreshToken)
}

/** From there its owner is not locked out by what others try. */
async function noteFamiliar(
  db: Queryable,
  { id, email, phone }: Begin['account'],
  { network }: Visitor,
) {
  const names = [email, phone].filter((name) => name !== null)
  await db.query(
    `insert into private.familiar_networks (account, network)
     select name, $2 from unnest($1::text[]) as name
     on conflict (account, network) do update set seen_at = now()`,
    [names.length > 0 ? names : [id], network],
  )
}
