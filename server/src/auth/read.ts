// What requests bring, parsed at the edge: the first thing that is wrong is what the caller is told.
import { z } from 'zod'
import { invalid } from './errors.ts'

export function read<Shape extends z.ZodType>(shape: Shape, given: unknown): z.output<Shape> {
  const result = shape.safeParse(given ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalid(issue ? explainIssue(issue) : 'The request cannot be read.')
}

/** Messages of our own stand as they are; others name the field. */
function explainIssue({ code, message, path }: z.core.$ZodIssue) {
  if (code === 'custom' || path.length === 0) return message
  const field = path.join('.')
  return message.startsWith('Invalid input') ? `${field} is not usable: ${message}` : message
}

const wrongEmail = 'Unable to validate email address: invalid format'

/**
 * In lower case: an address is one account, however it is written. In ASCII before that: the sign for Kelvin would
 * become a k.
 */
export const email = z
  .string({ error: wrongEmail })
  .max(255, wrongEmail)
  .regex(/^[!-~]*$/u, wrongEmail)
  .toLowerCase()
  .pipe(z.email(wrongEmail))

/** Texts that PostgreSQL can store. */
export const text = z
  .string()
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), {
    error: 'The request has a value that cannot be stored.',
  })

export const uuid = z.guid()

const mostMetadata = 4096
const deepest = 20

/** What people say of themselves travels with each of their requests, inside the token. */
export const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => depthOf(value) <= deepest, {
    error: 'The data is nested too deeply.',
    // What is deeper than the stack cannot be written as JSON.
    abort: true,
  })
  .refine((value) => isStorable(JSON.stringify(value)), {
    error: `The data is too long or cannot be stored: ${mostMetadata} bytes of plain text are allowed.`,
  })

function isStorable(json: string) {
  return Buffer.byteLength(json) <= mostMetadata && !/\\u0000|\\ud[89a-f]/iu.test(json)
}

/** Without recursion: a body of brackets alone is deeper than the stack. */
function depthOf(root: unknown): number {
  let depth = 0
  for (let level: unknown[] = [root]; level.length > 0 && depth <= deepest; depth += 1) {
    level = level.flatMap(childrenOf)
  }
  return depth
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

/** A link comes back to whoever began: supabase-js sends these with a PKCE flow. */
export const challenge = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
}
