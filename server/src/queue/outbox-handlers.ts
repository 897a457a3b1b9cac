// Who does what the outbox holds, by the kind of row.
import type { AuthDependencies } from '../auth/auth-dependencies.ts'
import { smsJobHandlers } from '../auth/otp/sms-jobs.ts'
import { emailJobHandlers } from '../auth/otp/email-jobs.ts'
import { letterHandler } from './letter-handler.ts'
import { mailHandler } from './mail-handler.ts'
import type { Handlers } from './worker.ts'
import type { Pool } from '../postgres/database.ts'
import type { FileCleanupTarget } from '../files/file-store.ts'
import { removeUnusedFileHandler } from '../files/remove-files.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SendCode } from '../sms/open-sms.ts'

interface Parts {
  pool: Pool
  auth: AuthDependencies
  mailer: Mailer
  sendCode: SendCode
  /** Where versions of files lie. */
  places: readonly FileCleanupTarget[]
}

export function handlersFor({ pool, auth, mailer, sendCode, places }: Parts): Handlers {
  return new Map([
    ['mail', mailHandler(mailer)],
    ['letter', letterHandler(pool, mailer)],
    ['file', removeUnusedFileHandler(pool, places)],
    ...emailJobHandlers(auth, mailer.send),
    ...smsJobHandlers(auth, sendCode),
  ])
}
