// Writes account and session events to auth.audit_log_entries.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../postgres/transaction.ts'

export type AuditAction =
  | 'login'
  | 'logout'
  | 'token_reused'
  | 'user_signedup'
  | 'user_confirmed'
  | 'user_recovery_requested'
  | 'user_reauthenticate_requested'
  | 'user_updated_password'
  | 'user_modified'
  | 'user_email_changed'
  | 'user_phone_changed'
  | 'user_invited'
  | 'user_created'
  | 'user_deleted'
  | 'factor_in_progress'
  | 'factor_verified'
  | 'factor_unenrolled'
  | 'recovery_codes_generated'
  | 'recovery_code_spent'
  | 'identity_linked'
  | 'identity_unlinked'

interface AuditEvent {
  action: AuditAction
  account: { id: string; email: string | null }
  ip?: string | undefined
  traits?: Record<string, unknown>
}

export async function audit(db: Queryable, { action, account, ip = '', traits = {} }: AuditEvent) {
  const payload = { action, actor_id: account.id, actor_username: account.email, traits }
  await db.query(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, now(), $3)`,
    [randomUUID(), JSON.stringify(payload), ip],
  )
}
