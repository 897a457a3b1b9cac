// Headers that the database asks for: only such as HTTP can carry.
import { z } from 'zod'

const name = z.string().regex(/^[\w-]+$/u)
const value = z.string().regex(/^[\t\x20-\x7e]*$/u)

export const answerHeaders = z.record(name, value)

/** One that is set several times, such as a cookie, is a list. */
export type AnswerHeaders = Record<string, string | string[]>
