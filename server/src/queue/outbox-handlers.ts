// Who does what the outbox holds, by the kind of row.
import type { Auth } from '../auth/parts.ts'
import { phoneWork } from '../auth/phones/work.ts'
import { authWork } from '../auth/work.ts'
import { letterHandler } from './letter-handler.ts'
import { mailHandler } from './mail-handler.ts'
import type { Handlers } from './worker.ts'
import type { Pool } from '../postgres/database.ts'
import type { Place } from '../files/place.ts'
import { removeUnused } from '../files/remove-unused.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SendCode } from '../sms/open-sms.ts'

interface Parts {
  pool: Pool
  auth: Auth
  mailer: Mailer
  sendCode: SendCode
  /** Where versions of files lie. */
  places: readonly Place[]
}

export function handlersFor({ pool, auth, mailer, sendCode, places }: Parts): Handlers {
  return new Map([
    ['mail', mailHandler(mailer)],
    ['letter', letterHandler(pool, mailer)],
    ['file', removeUnused(pool, places)],
    ...authWork(auth, mailer.send),
    ...phoneWork(auth, sendCode),
  ])
}
