// Counted in the database, for all servers together; private.settings says how often.
import type { Queryable } from '../postgres/queryable.ts'
import { tooManyMails, tooManySms, tooOften } from './errors.ts'
import type { Visitor } from './visitor.ts'

/** Counts the attempt before it is made: many at once are not more than one after the other. */
export async function beginSignIn(db: Queryable, account: string, { network }: Visitor) {
  refuseAfter(await seconds(db, 'private.begin_try($1, $2, $3)', 'sign_in', account, network))
}

export async function finishSignIn(db: Queryable, account: string, { network }: Visitor) {
  refuseAfter(await seconds(db, 'private.finish_sign_in($1, $2)', account, network))
}

export async function forgiveSignIn(db: Queryable, account: string, { network }: Visitor) {
  await db.query("select private.forgive_try('sign_in', $1, $2)", [account, network])
}

/** A client that asks all the time is broken or up to something. */
export async function countRefresh(db: Queryable, sessionId: string) {
  refuseAfter(await seconds(db, 'private.count_attempt($1, $2)', 'refresh_session', sessionId))
}

/** Codes are short; this is what makes them long enough. */
export async function beginCode(db: Queryable, account: string, { network }: Visitor) {
  refuseAfter(await seconds(db, 'private.begin_try($1, $2, $3)', 'code', account, network))
}

export async function finishCode(db: Queryable, account: string, { network }: Visitor) {
  await db.query("select private.forgive_try('code', $1, $2)", [account, network])
}

/** Each leaves a row and asks somebody else. */
export async function beginVisit(db: Queryable, { network }: Visitor) {
  refuseAfter(await seconds(db, 'private.count_attempt($1, $2)', 'outside_address', network))
}

export async function forgiveVisit(db: Queryable, { network }: Visitor) {
  await db.query("select private.forgive_attempt('outside_address', $1)", [network])
}

/** Before anybody looks whether the address is known. */
export async function beginMail(db: Queryable, address: string, { network }: Visitor) {
  const byNetwork = await seconds(db, 'private.count_attempt($1, $2)', 'mail_address', network)
  if (byNetwork > 0) throw tooManyMails(byNetwork)
  const byAccount = await seconds(db, 'private.count_attempt($1, $2)', 'mail_account', address)
  if (byAccount > 0) throw tooManyMails(byAccount)
}

interface SmsAsked {
  phone: string
  /** Of whoever asks, where they are signed in. */
  accountId?: string | undefined
  /** Instead of the number. */
  factorId?: string | undefined
}

/** Before anybody looks whether the number is known. */
export async function beginSms(
  db: Queryable,
  { phone, accountId, factorId }: SmsAsked,
  { network }: Visitor,
) {
  const what = factorId === undefined ? 'sms_number' : 'sms_factor'
  const call = 'private.begin_sms($1, $2, $3, $4)'
  const wait = await seconds(db, call, what, factorId ?? phone, accountId ?? null, network)
  if (wait > 0) throw tooManySms(wait)
}

async function seconds(db: Queryable, call: string, ...values: (string | null)[]) {
  const { rows } = await db.query<{ wait: number }>(`select ${call} as wait`, values)
  return rows[0]?.wait ?? 0
}

function refuseAfter(wait: number) {
  if (wait > 0) throw tooOften(wait)
}
