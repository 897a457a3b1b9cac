// What a rule in SQL said itself: `raise sqlstate 'PGRST'` with JSON in message and detail, see
// supabase/CONVENTIONS.md. Each dialect says it in its own shape.
import { z } from 'zod'
import { answerHeaders } from './answer-headers.ts'

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})
const raisedDetail = z.object({
  status: z.number().int().min(200).max(599),
  headers: answerHeaders.default({}),
})

/** Undefined where it is not what the convention says. */
export function readRaised(message: string, detail: string | undefined) {
  const said = raisedMessage.safeParse(parse(message))
  const wanted = raisedDetail.safeParse(parse(detail ?? ''))
  return said.success && wanted.success ? { ...said.data, ...wanted.data } : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
