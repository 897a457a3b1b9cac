// Turns any error into a sentence for users, and reads the code, status and message of an error.

const unreachable = "Can't reach Mendwell. Check your connection and try again."
const busy = 'Mendwell is busy. Try again in a few seconds.'
const sessionEnded = 'Your session has ended. Log in again.'
const tooOften = 'Too many attempts. Wait a few minutes, then try again.'
export const somethingWentWrong = 'Something went wrong.'

/** The app's messages for codes whose server messages are not written for users. */
const messages: Record<string, string> = {
  invalid_credentials: 'Invalid login credentials',
  over_request_rate_limit: tooOften,
  over_email_send_rate_limit: 'We just sent you an email. Wait a minute, then try again.',
  user_banned: 'This account is suspended. Contact an admin.',
  email_not_confirmed: 'Confirm your email address first. Use the link in our email.',
  same_password: 'That is your current password. Choose a new one.',
  reauthentication_needed: 'Log in again first. Your last login is over a day old.',
  insufficient_aal: 'Enter your second-factor code first.',
  mfa_verification_failed: 'That code is incorrect or expired. Enter the current one.',
  mfa_challenge_expired: 'That code has expired. Enter the current one.',
  otp_expired: 'This link has expired or was already used.',
  session_not_found: sessionEnded,
  session_expired: sessionEnded,
  refresh_token_not_found: sessionEnded,
  refresh_token_already_used: sessionEnded,
  bad_jwt: sessionEnded,
  AuthSessionMissingError: sessionEnded,
  AuthInvalidTokenResponseError: 'No user data returned',
  PGRST301: sessionEnded,
  PGRST303: sessionEnded,
  'Payload too large':
    'This file is too large, or its picture has too many pixels. Choose a smaller one.',
  InsufficientStorage:
    "There isn't enough storage for this file, so it wasn't saved. Contact an admin.",
  '42501': "You don't have permission to do this.",
  '23505': 'This already exists.',
  '23503': 'This refers to something that no longer exists.',
  '23514': "One of the values isn't allowed.",
  '22P02': 'One of the values has the wrong format.',
  '22021': "The text contains a character that can't be saved.",
}

/** Matches the codes of marketplace rules, whose server messages are written for users. */
const ruleCode = /^[a-z]+(?:_[a-z]+)+$/

export function explain(error: unknown): string {
  return messages[codeOrName(error)] ?? byKind(errorFieldsOf(error))
}

/** Returns whether the user has to sign in again before anything else works. */
export function isSessionEnded(error: unknown): boolean {
  return messages[codeOrName(error)] === sessionEnded
}

/** Returns whether the same request may succeed if it is sent again soon. */
export function isTransient(error: unknown): boolean {
  const readings = errorFieldsOf(error)
  return isUnreachable(readings) || readings.status >= 502
}

function byKind(readings: ErrorFields) {
  const { code, status, message } = readings
  if (code === functionRefused) return message
  if (isUnreachable(readings)) return unreachable
  if (status === 429 && !ruleCode.test(code)) return tooOften
  if (status === 502 || status === 503 || status === 504) return busy
  if (ruleCode.test(code) && message && status < 500) return message
  return somethingWentWrong
}

export function isUnreachable({ code, status, message }: ErrorFields) {
  return status === 0 && !code && /fetch|network|load failed|timed out|config\.json/i.test(message)
}

/** The code for a refusal by a server function, which sends a message but no code. */
export const functionRefused = 'function_refused'

/** The error of a failed request, in one form for all APIs. */
export class Failure extends Error {
  readonly code: string
  readonly status: number
  readonly hint: string

  constructor({ code, status, message, hint }: ErrorFields) {
    super(message)
    this.code = code
    this.status = status
    this.hint = hint
  }
}

interface ErrorFields {
  code: string
  status: number
  message: string
  hint: string
}

interface SupabaseResponse<Data> {
  data: Data
  error: unknown
  status?: number
}

/** Returns the data of a supabase-js response, or throws if there is an error or no data. */
export function dataOf<Data>({ data, error, status }: SupabaseResponse<Data>): NonNullable<Data> {
  if (error) throw new Failure({ ...errorFieldsOf(error), ...(status ? { status } : {}) })
  if (data === null || data === undefined) throw new Error('The response has no data.')
  return data
}

/** Returns the data as `dataOf` does, but also accepts an empty response. */
export function dataOrNull<Data>({ data, error, status }: SupabaseResponse<Data>): Data {
  if (error) throw new Failure({ ...errorFieldsOf(error), ...(status ? { status } : {}) })
  return data
}

export function errorFieldsOf(error: unknown): ErrorFields {
  return {
    code: textIn(error, 'code'),
    status: numberIn(error, 'status'),
    message: textIn(error, 'message'),
    hint: textIn(error, 'hint'),
  }
}

/** Returns the code of an error, or the name, because some errors of supabase-js have no code. */
export function codeOrName(error: unknown): string {
  return textIn(error, 'code') || textIn(error, 'name')
}

export function textIn(value: unknown, key: string): string {
  const found = fieldOf(value, key)
  return typeof found === 'string' ? found : ''
}

function numberIn(value: unknown, key: string): number {
  const found = fieldOf(value, key)
  return typeof found === 'number' ? found : 0
}

export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
