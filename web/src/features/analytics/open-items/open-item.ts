import * as z from 'zod/mini'

export const openItemKind = z.enum([
  'bids_to_judge',
  'payment_due',
  'review_to_leave',
  'job_to_finish',
  'consultation_soon',
  'messages',
  'demo_request',
  'newcomer',
  'job_without_bids',
  'unsent_mails',
])

/** Something that waits for the user to act, such as a payment that is due. */
export const openItem = z.object({
  kind: openItemKind,
  id: z.string(),
  title: z.string(),
  job_id: z.nullable(z.string()),
  consultation_id: z.nullable(z.string()),
  other_id: z.nullable(z.string()),
  other_name: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  count: z.number(),
  since: z.string(),
})

export type OpenItem = z.infer<typeof openItem>
export type OpenItemKind = z.infer<typeof openItemKind>
