// Parses requests. If a request has several errors, the response names only the first one.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf, networkOf } from '../http/request-address.ts'
import { isNestedDeeperThan } from '../json-depth.ts'
import { invalid } from './errors.ts'

export function parse<Shape extends z.ZodType>(shape: Shape, input: unknown): z.output<Shape> {
  const result = shape.safeParse(input ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalid(issue ? explainIssue(issue) : 'The request cannot be read.')
}

/** Adds the field's name to messages of zod. The messages of this server are complete without it. */
function explainIssue({ code, message, path }: z.core.$ZodIssue) {
  if (code === 'custom' || path.length === 0) return message
  const field = path.join('.')
  return message.startsWith('Invalid input') ? `${field} is not usable: ${message}` : message
}

const wrongEmail = 'Unable to validate email address: invalid format'

/**
 * Converts emails to lower case, so that every spelling finds the same account. Refuses non-ASCII characters first,
 * because toLowerCase turns the Kelvin sign into an ordinary k.
 */
export const emailSchema = z
  .string({ error: wrongEmail })
  .max(255, wrongEmail)
  .regex(/^[!-~]*$/u, wrongEmail)
  .toLowerCase()
  .pipe(z.email(wrongEmail))

/** PostgreSQL cannot store null characters or lone surrogates. */
export const textSchema = z
  .string()
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), {
    error: 'The request has a value that cannot be stored.',
  })

export const uuidSchema = z.guid()

const maxMetadataBytes = 4096
const maxMetadataDepth = 20

/** User metadata must be small, because every access token contains it. */
export const metadataSchema = z
  .record(z.string(), z.unknown())
  .refine((value) => !isNestedDeeperThan(maxMetadataDepth, value), {
    error: 'The data is nested too deeply.',
    // Stops the validation, because JSON.stringify in the next check would overflow the stack.
    abort: true,
  })
  .refine((value) => isStorable(JSON.stringify(value)), {
    error: `The data is too long or has a character that cannot be stored. Use at most ${maxMetadataBytes} bytes of plain text.`,
  })

function isStorable(json: string) {
  return Buffer.byteLength(json) <= maxMetadataBytes && !/\\u0000|\\ud[89a-f]/iu.test(json)
}

/** supabase-js sends these fields to start a PKCE flow. */
export const pkceFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
}

export interface ClientInfo {
  ip: string
  /** The key for rate limits. It is an IPv4 address or an IPv6 network. */
  network: string
  userAgent: string
}

export function clientInfoOf(request: FastifyRequest): ClientInfo {
  const ip = addressOf(request)
  return {
    ip,
    network: networkOf(ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
  }
}
