// Work of the kind "letter": a mail that the product words when it is about to be sent. private.letter(work) says what,
// and null where nothing is left to say.
import { z } from 'zod'
import type { Pool } from '../postgres/database.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Handler } from './worker.ts'

const values = z.record(
  z.string(),
  z
    .string()
    .nullable()
    .transform((value) => value ?? ''),
)

const letter = z.object({
  to: z.string(),
  parts: z.array(z.object({ template: z.string(), values })).min(1),
  values,
  unsubscribe: z.string().startsWith('/'),
})

export function letterHandler(pool: Pool, mailer: Mailer): Handler {
  return async ({ id, createdAt }) => {
    const { rows } = await pool.query<{ letter: unknown }>('select private.letter($1) as letter', [
      id,
    ])
    const said = rows[0]?.letter
    if (said === null) return
    await mailer.sendLetter({ id, at: createdAt, ...letter.parse(said) })
  }
}
