// Only hashes are kept. Each token follows from the one before and a key of the server's: so those who ask
// with the same token at the same moment get the same next one, and who stole the table gets none.
import { randomBytes } from 'node:crypto'
import type { Queryable } from '../../postgres/queryable.ts'
import { hashOf, keyedHash } from '../../keys/derived-keys.ts'

/** How long a token may come again: the answer to its first use may have been lost. */
const reuseInterval = '10 seconds'

interface Owner {
  sessionId: string
  userId: string
}

export async function firstToken(db: Queryable, owner: Owner) {
  const token = randomBytes(32).toString('base64url')
  await store(db, token, null, owner)
  return token
}

export async function nextToken(db: Queryable, key: Buffer, token: string, owner: Owner) {
  const next = follower(key, token)
  await useUp(db, owner)
  await store(db, next, token, owner)
  return next
}

/** Whatever the session had until now: only the newest token is worth anything. */
async function useUp(db: Queryable, { sessionId }: Owner) {
  await db.query(
    `update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
     where session_id = $1 and not revoked`,
    [sessionId],
  )
}

/** For a session that became worth more: what was stolen before does not follow it there. */
export async function replaceToken(db: Queryable, owner: Owner) {
  await useUp(db, owner)
  return firstToken(db, owner)
}

export function follower(key: Buffer, token: string) {
  return keyedHash(key, token).toString('base64url')
}

export interface TokenState {
  isUsed: boolean
  /** Used so recently that it may be used again. */
  mayComeAgain: boolean
}

export async function stateOf(db: Queryable, token: string): Promise<TokenState | undefined> {
  const { rows } = await db.query<TokenState>(
    `select revoked as "isUsed", clock_timestamp() - updated_at < $2::interval as "mayComeAgain"
     from auth.refresh_tokens where token = $1`,
    [hashOf(token), reuseInterval],
  )
  return rows[0]
}

async function store(db: Queryable, token: string, parent: string | null, owner: Owner) {
  await db.query(
    `insert into auth.refresh_tokens
       (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, now(), now(), $3, $4)`,
    [hashOf(token), owner.userId, parent && hashOf(parent), owner.sessionId],
  )
}
