// Counts attempts in the database for all servers together. private.settings contains the limits.
import type { Queryable } from '../postgres/transaction.ts'
import { tooManyMails, tooManySms, tooOften } from './errors.ts'
import type { ClientInfo } from './parse-request.ts'

/** Counts the attempt before it is made, so that parallel attempts cannot exceed the limit. */
export async function countSignInAttempt(db: Queryable, account: string, { network }: ClientInfo) {
  refuseUntil(await waitSeconds(db, 'private.begin_try($1, $2, $3)', 'sign_in', account, network))
}

export async function countSignInSuccess(db: Queryable, account: string, { network }: ClientInfo) {
  refuseUntil(await waitSeconds(db, 'private.finish_sign_in($1, $2)', account, network))
}

export async function refundSignInAttempt(db: Queryable, account: string, { network }: ClientInfo) {
  await db.query("select private.forgive_try('sign_in', $1, $2)", [account, network])
}

export async function countRefresh(db: Queryable, sessionId: string) {
  refuseUntil(await waitSeconds(db, 'private.count_attempt($1, $2)', 'refresh_session', sessionId))
}

/** Limits attempts to enter a code. Codes are short, so without this limit they could be guessed. */
export async function countCodeAttempt(db: Queryable, account: string, { network }: ClientInfo) {
  refuseUntil(await waitSeconds(db, 'private.begin_try($1, $2, $3)', 'code', account, network))
}

export async function refundCodeAttempt(db: Queryable, account: string, { network }: ClientInfo) {
  await db.query("select private.forgive_try('code', $1, $2)", [account, network])
}

/** Limits anonymous sign-ins, because each of them creates an account. */
export async function countAnonymousSignIn(db: Queryable, { network }: ClientInfo) {
  refuseUntil(await waitSeconds(db, 'private.count_attempt($1, $2)', 'anonymous_address', network))
}

/** Limits OAuth redirects, because each of them writes a row and calls the provider. */
export async function countOAuthAttempt(db: Queryable, { network }: ClientInfo) {
  refuseUntil(await waitSeconds(db, 'private.count_attempt($1, $2)', 'outside_address', network))
}

export async function refundOAuthAttempt(db: Queryable, { network }: ClientInfo) {
  await db.query("select private.forgive_attempt('outside_address', $1)", [network])
}

/**
 * Counts an email. Call this function before you look up the account, so that the limit does not reveal whether the
 * email is known.
 */
export async function countEmail(db: Queryable, address: string, { network }: ClientInfo) {
  const byNetwork = await waitSeconds(db, 'private.count_attempt($1, $2)', 'mail_address', network)
  if (byNetwork > 0) throw tooManyMails(byNetwork)
  const byAccount = await waitSeconds(db, 'private.count_attempt($1, $2)', 'mail_account', address)
  if (byAccount > 0) throw tooManyMails(byAccount)
}

interface SmsRecipient {
  phone: string
  /** The account of the user who requests the message, if signed in. */
  accountId?: string | undefined
  /** If defined, messages to this factor are counted instead of messages to the number. */
  factorId?: string | undefined
}

/**
 * Counts a text message. Call this function before you look up the account, so that the limit does not reveal whether
 * the number is known.
 */
export async function countSms(
  db: Queryable,
  { phone, accountId, factorId }: SmsRecipient,
  { network }: ClientInfo,
) {
  const limit = factorId === undefined ? 'sms_number' : 'sms_factor'
  const sqlCall = 'private.begin_sms($1, $2, $3, $4)'
  const seconds = await waitSeconds(
    db,
    sqlCall,
    limit,
    factorId ?? phone,
    accountId ?? null,
    network,
  )
  if (seconds > 0) throw tooManySms(seconds)
}

async function waitSeconds(db: Queryable, sqlCall: string, ...values: (string | null)[]) {
  const { rows } = await db.query<{ wait: number }>(`select ${sqlCall} as wait`, values)
  return rows[0]?.wait ?? 0
}

function refuseUntil(seconds: number) {
  if (seconds > 0) throw tooOften(seconds)
}
