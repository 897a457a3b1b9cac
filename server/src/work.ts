// Who does what the outbox holds, by the kind of row.
import type { Auth } from './auth/parts.ts'
import { authWork } from './auth/work.ts'
import { mailHandler } from './jobs/mail-handler.ts'
import type { Handlers } from './jobs/worker.ts'
import type { Pool } from './database/database.ts'
import type { FileStore } from './files/file-store.ts'
import { removeUnused } from './files/remove-unused.ts'
import type { Mailer } from './mail/mailer.ts'

interface Parts {
  pool: Pool
  auth: Auth
  mailer: Mailer
  files: FileStore
}

export function handlersFor({ pool, auth, mailer, files }: Parts): Handlers {
  return new Map([
    ['mail', mailHandler(mailer)],
    ['file', removeUnused(pool, files)],
    ...authWork(auth, mailer.send),
  ])
}
