// What a rule in SQL said itself: `raise sqlstate 'PGRST'` with JSON in message and detail, see
// supabase/CONVENTIONS.md. Each dialect says it in its own shape.
import { z } from 'zod'
import { answerHeaders } from './answer-headers.ts'
import { readJson } from './json.ts'

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})
const raisedDetail = z.object({
  status: z.number().int().min(200).max(599),
  /** What stands behind the number; the usual words where this could not stand in a line. */
  status_text: z
    .string()
    .regex(/^\P{Cc}{1,200}$/u)
    .optional()
    .catch(undefined),
  headers: answerHeaders.default({}),
})

/** Undefined where it is not what the convention says. */
export function readRaised(message: string, detail: string | undefined) {
  const said = raisedMessage.safeParse(readJson(message))
  const wanted = raisedDetail.safeParse(readJson(detail ?? ''))
  return said.success && wanted.success ? { ...said.data, ...wanted.data } : undefined
}

/** Whether at least what it says can be read. */
export function isRaisedMessage(message: string) {
  return raisedMessage.safeParse(readJson(message)).success
}
