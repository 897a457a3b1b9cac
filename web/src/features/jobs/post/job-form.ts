import * as z from 'zod/mini'
import { money } from '#lib/schemas/money.ts'
import { optionalText, text } from '#lib/schemas/text.ts'

/** What a facility says of a job. */
export const jobForm = z.object({
  title: text('Enter a title.', 200),
  description: text('Say what needs doing.', 5000),
  budget: money({
    missing: 'Enter a budget.',
    wrong: 'Enter an amount such as 1,200 or 1,200.50, at most 9,999,999.99.',
  }),
  // The server knows the usual one.
  category: z.optional(z.string()),
  location: optionalText(200),
})

export type JobValues = z.infer<typeof jobForm>
