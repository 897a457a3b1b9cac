// Rate limits, counted in the database for all servers together. private.settings holds the limits.
import type { Queryable } from '../postgres/transaction.ts'
import { tooManyMails, tooManySms, tooOften } from './errors.ts'
import type { ClientInfo } from './parse-request.ts'

/** Counts the attempt before it is made, so that parallel attempts do not slip past the limit. */
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

/** Codes are short: only this limit makes guessing them hopeless. */
export async function countCodeAttempt(db: Queryable, account: string, { network }: ClientInfo) {
  refuseUntil(await waitSeconds(db, 'private.begin_try($1, $2, $3)', 'code', account, network))
}

export async function refundCodeAttempt(db: Queryable, account: string, { network }: ClientInfo) {
  await db.query("select private.forgive_try('code', $1, $2)", [account, network])
}

/** Each OAuth redirect writes a row and calls the provider. */
export async function countOAuthAttempt(db: Queryable, { network }: ClientInfo) {
  refuseUntil(await waitSeconds(db, 'private.count_attempt($1, $2)', 'outside_address', network))
}

export async function refundOAuthAttempt(db: Queryable, { network }: ClientInfo) {
  await db.query("select private.forgive_attempt('outside_address', $1)", [network])
}

/** Called before the lookup, so that the limit does not tell whether the email is known. */
export async function countEmail(db: Queryable, address: string, { network }: ClientInfo) {
  const byNetwork = await waitSeconds(db, 'private.count_attempt($1, $2)', 'mail_address', network)
  if (byNetwork > 0) throw tooManyMails(byNetwork)
  const byAccount = await waitSeconds(db, 'private.count_attempt($1, $2)', 'mail_account', address)
  if (byAccount > 0) throw tooManyMails(byAccount)
}

interface SmsRecipient {
  phone: string
  /** The account of the user who asks, if signed in. */
  accountId?: string | undefined
  /** Counted instead of the number. */
  factorId?: string | undefined
}

/** Called before the lookup, so that the limit does not tell whether the number is known. */
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
