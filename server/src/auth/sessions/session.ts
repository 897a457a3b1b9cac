import type { Queryable } from '../../postgres/transaction.ts'

export type AuthenticationMethod =
  | 'password'
  | 'anonymous'
  | 'otp'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/recovery_code'
  | 'oauth'
  | 'sso/saml'

export interface Session {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2'
  created_at: Date
  /** The methods and times of the user's authentication, newest first. */
  amr: { method: string; timestamp: number }[]
}

/** Finds a session that has not ended. */
export async function findSession(db: Queryable, id: string): Promise<Session | undefined> {
  const { rows } = await db.query<Session>(
    `select s.id, s.user_id, coalesce(s.aal, 'aal1') as aal, s.created_at, coalesce((
       select json_agg(json_build_object(
         'method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))::bigint
       ) order by a.updated_at desc)
       from auth.mfa_amr_claims a where a.session_id = s.id
     ), '[]') as amr
     from auth.sessions s
     where s.id = $1 and (s.not_after is null or s.not_after > now())`,
    [id],
  )
  return rows[0]
}

export async function recordMethod(db: Queryable, sessionId: string, method: AuthenticationMethod) {
  await db.query('select private.record_method($1, $2)', [sessionId, method])
}

/**
 * Ends all sessions of the account except `kept`. Voids the account's pending links and codes. The caller must have
 * locked the account in the same transaction.
 */
export async function endAccess(db: Queryable, account: string, kept?: string) {
  await db.query('select private.end_access($1, $2)', [account, kept ?? null])
}
