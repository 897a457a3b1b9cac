// How this dialect says no: a code, as Supabase names it where it has one, and a sentence, together the reason of a
// reply. docs/errors.md lists the codes; a test compares.
import type { z } from 'zod'

export class Refused extends Error {
  override name = 'Refused'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }

  get reason() {
    return `${this.code}: ${this.message}`
  }
}

export const unmatchedTopic = () => new Refused('UnmatchedTopic', 'Join this channel first.')

export const unreadable = (what: string) => new Refused('MalformedPayload', what)

/** With the first thing that is wrong. */
export const misread = (rule: string, { issues: [issue] }: z.ZodError) => {
  const place = issue?.path.join('.')
  return unreadable(`${rule}. Wrong is${place ? ` ${place}` : ''}: ${issue?.message ?? ''}`)
}

export const notSupported = (what: string) =>
  new Refused('NotSupported', `${what} is not supported by this server.`)

export const unauthorized = (action: string, name: string) =>
  new Refused(
    'Unauthorized',
    `You do not have permissions to ${action} this Channel topic: ${name}`,
  )

export const badToken = (why: string) => new Refused('InvalidJWTToken', why)

export const sessionEnded = () =>
  new Refused('SessionEnded', 'Your session has ended. Sign in again.')

export const tooManyJoins = () =>
  new Refused('ClientJoinRateLimitReached', 'Too many joins. Wait a moment.')

export const tooManySockets = () =>
  new Refused('ConnectionRateLimitReached', 'Too many open sockets. Close one first.')

export const tooManyChannels = () =>
  new Refused('ChannelRateLimitReached', 'Too many channels. Leave one first.')

export const tooManyMessages = () =>
  new Refused('MessagePerSecondRateLimitReached', 'Too many messages or bytes. Wait a moment.')

export const tooLarge = (what: string, most: string) =>
  new Refused('PayloadTooLarge', `${what} is too large: ${most} are allowed.`)

export const privateOnly = () =>
  new Refused('PrivateOnly', 'Here only private channels are open to you.')

export const cannotSubscribe = (why: string) =>
  new Refused('UnableToSubscribeToPostgresChanges', why)

export const cannotReplay = (why: string) => new Refused('UnableToReplayMessages', why)

export const failed = () =>
  new Refused('UnknownErrorOnChannel', 'Something went wrong here. Try again.')
