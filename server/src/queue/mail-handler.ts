// Work of the kind "mail": one mail whose values are known when it is asked for.
import { z } from 'zod'
import { isMailKind, type MailKind } from '../mail/kinds.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Handler } from './worker.ts'

const letter = z.object({
  kind: z.custom<MailKind>((kind) => typeof kind === 'string' && isMailKind(kind)),
  to: z.string(),
  values: z.record(z.string(), z.string()),
})

export function mailHandler(mailer: Mailer): Handler {
  return async ({ id, payload, createdAt }) => {
    const { success, data } = letter.safeParse(payload)
    if (!success) throw new Error('This server does not understand what mail is meant.')
    await mailer.send({ id, at: createdAt, ...data })
  }
}
