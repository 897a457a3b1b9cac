// Defines the errors of the realtime API, with the codes of Supabase where Supabase has a code. A test checks that
// docs/errors.md lists all codes.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { describeError } from '../http/errors.ts'
import { TooManyRequests } from '../http/rate-limits.ts'
import { addLogFields } from '../http/request-log.ts'
import { TokenRefused } from '../http/identity.ts'

export class RealtimeError extends Error {
  override name = 'RealtimeError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }

  get reason() {
    return `${this.code}: ${this.message}`
  }
}

export const unmatchedTopic = () => new RealtimeError('UnmatchedTopic', 'Join this channel first.')

export const malformed = (what: string) => new RealtimeError('MalformedPayload', what)

/** Returns a refusal that names the first problem. */
export const malformedInput = (rule: string, { issues: [issue] }: z.ZodError) => {
  const path = issue?.path.join('.')
  return malformed(`${rule}. Problem${path ? ` in ${path}` : ''}: ${issue?.message ?? ''}`)
}

export const notSupported = (what: string) =>
  new RealtimeError('NotSupported', `${what} is not supported by this server.`)

export const unauthorized = (action: string, name: string) =>
  new RealtimeError(
    'Unauthorized',
    `You do not have permissions to ${action} this Channel topic: ${name}`,
  )

export const badToken = (why: string) => new RealtimeError('InvalidJWTToken', why)

export const sessionEnded = () =>
  new RealtimeError('SessionEnded', 'Your session has ended. Log in again.')

export const tooManyJoins = () =>
  new RealtimeError('ClientJoinRateLimitReached', 'Too many joins. Wait a moment.')

export const tooManySockets = () =>
  new RealtimeError('ConnectionRateLimitReached', 'Too many open connections. Close one first.')

export const tooManyChannels = () =>
  new RealtimeError('ChannelRateLimitReached', 'Too many channels. Leave one first.')

export const tooManyMessages = () =>
  new RealtimeError(
    'MessagePerSecondRateLimitReached',
    'Too many messages or bytes. Wait a moment.',
  )

export const tooLarge = (what: string, max: string) =>
  new RealtimeError('PayloadTooLarge', `${what} is too large. The limit is ${max}.`)

export const privateOnly = () =>
  new RealtimeError('PrivateOnly', 'You can join only private channels.')

export const cannotSubscribe = (why: string) =>
  new RealtimeError('UnableToSubscribeToPostgresChanges', why)

export const cannotReplay = (why: string) => new RealtimeError('UnableToReplayMessages', why)

export const internalError = () =>
  new RealtimeError('UnknownErrorOnChannel', 'Something went wrong here. Try again.')

/** HTTP statuses by error code, by default 400. With 404, clients would assume that the server is too old. */
const statuses = new Map([
  ['InvalidJWTToken', 401],
  ['SessionEnded', 401],
  ['Unauthorized', 403],
  ['PrivateOnly', 403],
  ['PayloadTooLarge', 413],
  ['ConnectionRateLimitReached', 429],
  ['MessagePerSecondRateLimitReached', 429],
])

export function sendError(
  error: FastifyError | RealtimeError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const refusal = error instanceof TokenRefused ? badToken(error.message) : error
  if (refusal instanceof RealtimeError) {
    const { code, message } = refusal
    addLogFields(request, { code })
    const status = statuses.get(code) ?? 400
    if (status === 429) reply.header('retry-after', 1)
    return reply.code(status).send({ code, message })
  }
  if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfter)
  const { status, headers, body } = describeError(error, request)
  return reply.code(status).headers(headers).send(body)
}
