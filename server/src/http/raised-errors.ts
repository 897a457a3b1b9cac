// Parses the errors that SQL functions raise with the SQLSTATE PGRST (see supabase/CONVENTIONS.md).
import { z } from 'zod'
import { parseJson } from '../parse-json.ts'

const headerName = z.string().regex(/^[\w-]+$/u)
const headerValue = z.string().regex(/^[\t\x20-\x7e]*$/u)

/** Headers that SQL sets, with names and values that HTTP allows. */
export const databaseHeaders = z.record(headerName, headerValue)

/** A header that is set several times, such as a cookie, has a list of values. */
export type DatabaseHeaders = Record<string, string | string[]>

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})
const raisedDetail = z.object({
  status: z.number().int().min(200).max(599),
  /** The reason phrase. An invalid one is replaced by the standard phrase. */
  status_text: z
    .string()
    .regex(/^\P{Cc}{1,200}$/u)
    .optional()
    .catch(undefined),
  headers: databaseHeaders.default({}),
})

/** Returns undefined if the error does not follow the convention. */
export function parseRaisedError(message: string, detail: string | undefined) {
  const parsedMessage = raisedMessage.safeParse(parseJson(message))
  const parsedDetail = raisedDetail.safeParse(parseJson(detail ?? ''))
  if (!parsedMessage.success || !parsedDetail.success) return undefined
  return { ...parsedMessage.data, ...parsedDetail.data }
}

/** Returns true if at least the message follows the convention. */
export function isRaisedError(message: string) {
  return raisedMessage.safeParse(parseJson(message)).success
}
