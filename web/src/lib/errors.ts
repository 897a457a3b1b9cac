// The one place where an error becomes a sentence.

const unreachable = 'Mendwell cannot be reached. Check your connection, then try again.'
const busy = 'Mendwell is busy at the moment. Try again in a few seconds.'
const sessionEnded = 'Your session has ended. Sign in again.'
const tooOften = 'Too many attempts. Wait a few minutes, then try again.'
const unknown = 'Something went wrong.'

/** Codes that need other words than those that came with them. */
const words: Record<string, string> = {
  invalid_credentials: 'Invalid login credentials',
  over_request_rate_limit: tooOften,
  over_email_send_rate_limit: 'A mail was sent a moment ago. Wait a minute, then ask again.',
  user_banned: 'This account is suspended. Ask your administrator.',
  email_not_confirmed:
    'This email address is not confirmed yet. Follow the link in our mail first.',
  same_password: 'The new password is the one you have. Choose another.',
  reauthentication_needed: 'Sign in again first: your last time was more than a day ago.',
  insufficient_aal: 'Enter your second factor first.',
  mfa_verification_failed: 'This code is not right, or no longer. Enter the one shown now.',
  mfa_challenge_expired: 'That took too long. Enter the code shown now.',
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
    'There is no room for this file at the moment, and nothing was stored. Tell your administrator.',
  '42501': 'You are not allowed to do this.',
  '23505': 'This is there already.',
  '23503': 'This refers to something that is no longer there.',
  '23514': 'One of the values is not allowed.',
  '22P02': 'One of the values is not of the right kind.',
  '22021': 'The text holds a character that cannot be stored.',
}

/** A rule's own code is a word, and its message a sentence made for people. */
const ruleCode = /^[a-z]+(?:_[a-z]+)+$/

export function explain(error: unknown): string {
  return words[codeOrName(error)] ?? byKind(errorFieldsOf(error))
}

/** The screen's own words for what failed, and the reason, unless they say the same. */
export function explainAfter(failed: string, error: unknown): string {
  const reason = explain(error)
  return failed && failed !== reason ? `${failed} ${reason}` : reason
}

/** Whether the person at the screen has to sign in again before anything else works. */
export function isSessionEnded(error: unknown): boolean {
  return words[codeOrName(error)] === sessionEnded
}

/** Whether the same request may well succeed in a moment. */
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
  return unknown
}

function isUnreachable({ code, status, message }: ErrorFields) {
  return status === 0 && !code && /fetch|network|load failed|timed out|config\.json/i.test(message)
}

/** Stands for the code where a server function refused: it has words and no codes. */
export const functionRefused = 'function_refused'

/** An answer that was a refusal, as every dialect of the server gives it. */
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

interface Answer<Data> {
  data: Data
  error: unknown
  status?: number
}

/** What supabase-js resolved with: the data, or the refusal thrown. */
export function dataOf<Data>({ data, error, status }: Answer<Data>): NonNullable<Data> {
  if (error) throw new Failure({ ...errorFieldsOf(error), ...(status ? { status } : {}) })
  if (data === null || data === undefined) throw new Error('The answer holds no data.')
  return data
}

/** The same for an answer that may hold nothing. */
export function dataOrNull<Data>({ data, error, status }: Answer<Data>): Data {
  if (error) throw new Failure({ ...errorFieldsOf(error), ...(status ? { status } : {}) })
  return data
}

/** Whatever was thrown, read field by field. */
export function errorFieldsOf(error: unknown): ErrorFields {
  return {
    code: textIn(error, 'code'),
    status: numberIn(error, 'status'),
    message: textIn(error, 'message'),
    hint: textIn(error, 'hint'),
  }
}

/** What the client itself throws may have no code, and a name that says as much. */
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
