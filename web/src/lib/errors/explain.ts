// The one place where an error becomes a sentence.
import { codeOrName, functionRefused, readingsOf, type Readings } from './failure.ts'

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
  return words[codeOrName(error)] ?? byKind(readingsOf(error))
}

/** The screen's own words for what failed, and the reason, unless they say the same. */
export function explainAfter(failed: string, error: unknown): string {
  const reason = explain(error)
  return failed && failed !== reason ? `${failed} ${reason}` : reason
}

/** Whether the person at the screen has to sign in again before anything else works. */
export function meansSessionEnded(error: unknown): boolean {
  return words[codeOrName(error)] === sessionEnded
}

/** Whether the same request may well succeed in a moment. */
export function isPassing(error: unknown): boolean {
  const readings = readingsOf(error)
  return isUnreachable(readings) || readings.status >= 502
}

function byKind(readings: Readings) {
  const { code, status, message } = readings
  if (code === functionRefused) return message
  if (isUnreachable(readings)) return unreachable
  if (status === 429 && !ruleCode.test(code)) return tooOften
  if (status === 502 || status === 503 || status === 504) return busy
  if (ruleCode.test(code) && message && status < 500) return message
  return unknown
}

function isUnreachable({ code, status, message }: Readings) {
  return status === 0 && !code && /fetch|network|load failed|timed out|config\.json/i.test(message)
}
