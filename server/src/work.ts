// Who does what the outbox holds, by the kind of row.
import type { Auth } from './auth/parts.ts'
import { authWork } from './auth/work.ts'
import { mailHandler } from './jobs/mail-handler.ts'
import type { Handlers } from './jobs/worker.ts'
import type { Mailer } from './mail/mailer.ts'

interface Parts {
  auth: Auth
  mailer: Mailer
}

export function handlersFor({ auth, mailer }: Parts): Handlers {
  return new Map([['mail', mailHandler(mailer)], ...authWork(auth, mailer.send)])
}
