// Creates the handlers for the jobs of the outbox.
import { z } from 'zod'
import type { AuthDependencies } from '../auth/auth-dependencies.ts'
import { emailJobHandlers } from '../auth/otp/email-jobs.ts'
import { smsJobHandlers } from '../auth/otp/sms-jobs.ts'
import type { FileCleanupTarget } from '../files/file-store.ts'
import { removeUnusedFileHandler } from '../files/remove-files.ts'
import { isMailKind, type MailKind } from '../mail/mail-kinds.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Pool } from '../postgres/database.ts'
import type { SendCode } from '../sms/open-sms.ts'
import type { JobHandler, JobHandlers } from './worker.ts'

interface HandlerDependencies {
  pool: Pool
  auth: AuthDependencies
  mailer: Mailer
  sendCode: SendCode
  /** The stores from which unused versions of files are removed. */
  cleanupTargets: readonly FileCleanupTarget[]
}

export function createOutboxHandlers({
  pool,
  auth,
  mailer,
  sendCode,
  cleanupTargets,
}: HandlerDependencies): JobHandlers {
  return new Map([
    ['mail', mailHandler(mailer)],
    ['notification_email', notificationEmailHandler(pool, mailer)],
    ['file', removeUnusedFileHandler(pool, cleanupTargets)],
    ...emailJobHandlers(auth, mailer.send),
    ...smsJobHandlers(auth, sendCode),
  ])
}

const mailPayload = z.object({
  kind: z.custom<MailKind>((kind) => typeof kind === 'string' && isMailKind(kind)),
  to: z.string(),
  values: z.record(z.string(), z.string()),
})

/** Sends an email whose values are in the payload. */
export function mailHandler(mailer: Mailer): JobHandler {
  return async ({ id, payload, createdAt }) => {
    const { success, data } = mailPayload.safeParse(payload)
    if (!success) throw new Error('This server does not understand the payload of the email.')
    await mailer.send({ id, at: createdAt, ...data })
  }
}

const values = z.record(
  z.string(),
  z
    .string()
    .nullable()
    .transform((value) => value ?? ''),
)

const notificationEmail = z.object({
  to: z.string(),
  items: z.array(z.object({ template: z.string(), values })).min(1),
  values,
  unsubscribe: z.string().startsWith('/').optional(),
})

/** Sends the email that private.notification_email(id) returns. Null means that the email is no longer needed. */
export function notificationEmailHandler(pool: Pool, mailer: Mailer): JobHandler {
  return async ({ id, createdAt }) => {
    const { rows } = await pool.query<{ email: unknown }>(
      'select private.notification_email($1) as email',
      [id],
    )
    const email = rows[0]?.email
    if (email === null) return
    await mailer.sendNotification({ id, at: createdAt, ...notificationEmail.parse(email) })
  }
}
