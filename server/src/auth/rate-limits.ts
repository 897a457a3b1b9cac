// Counts attempts in the database, so that all servers share the limits. The limits are in private.settings.
import type { Queryable } from '../postgres/transaction.ts'
import { tooManyMails, tooManySms, tooOften } from './errors.ts'
import type { ClientInfo } from './parse-request.ts'

/** A counted attempt that is within the limits. */
export interface Attempt {
  account: string
  network: string
  /** The name of the limit on attempts from the network address. */
  addressLimit: string
  /**
   * The seconds until the network address is within its ordinary limit again, or 0 if it is within the limit now. If
   * the value is above 0, a wrong password gets the same response as a refused attempt. The response then does not
   * reveal accounts.
   */
  addressWaitSeconds: number
}

interface BegunAttempt {
  wait: number
  /** It is null only if the attempt is refused. */
  address_limit: string
  address_wait: number
}

/** Counts the attempt before it is made, so that parallel attempts cannot exceed the limit. */
export function countSignInAttempt(db: Queryable, account: string, client: ClientInfo) {
  return beginAttempt(db, 'sign_in', { account, client, isSignedIn: false })
}

export async function countSignInSuccess(db: Queryable, attempt: Attempt) {
  const { addressLimit, account, network } = attempt
  const sqlCall = 'private.finish_sign_in($1, $2, $3)'
  refuseUntil(await waitSeconds(db, sqlCall, addressLimit, account, network))
}

export async function countRefresh(db: Queryable, sessionId: string) {
  refuseUntil(await waitSeconds(db, 'private.count_attempt($1, $2)', 'refresh_session', sessionId))
}

/** Limits attempts to enter a code, because codes are short and could otherwise be guessed. */
export function countCodeAttempt(
  db: Queryable,
  account: string,
  client: ClientInfo,
  { isSignedIn }: { isSignedIn: boolean },
) {
  return beginAttempt(db, 'code', { account, client, isSignedIn })
}

export async function refundCodeAttempt(
  db: Queryable,
  { addressLimit, account, network }: Attempt,
) {
  const values = [addressLimit, account, network]
  await db.query("select private.refund_attempt($1, 'code', $2, $3)", values)
}

/** Limits anonymous sign-ins, because each of them creates an account. */
export async function countAnonymousSignIn(db: Queryable, { network }: ClientInfo) {
  refuseUntil(await waitSeconds(db, 'private.count_attempt($1, $2)', 'anonymous_address', network))
}

/** Limits OAuth redirects, because each of them writes a row and calls the provider. */
export async function countOAuthAttempt(db: Queryable, { network }: ClientInfo) {
  refuseUntil(await waitSeconds(db, 'private.count_attempt($1, $2)', 'oauth_address', network))
}

export async function refundOAuthAttempt(db: Queryable, { network }: ClientInfo) {
  await db.query("select private.uncount_attempt('oauth_address', $1)", [network])
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
  /** The account of the signed-in user who requests the SMS. It is undefined if nobody is signed in. */
  accountId?: string | undefined
  /** If defined, the SMS counts toward the limit of this factor instead of the limit of the number. */
  factorId?: string | undefined
}

/**
 * Counts an SMS. Call this function before you look up the account, so that the limit does not reveal whether the
 * number is known.
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

async function beginAttempt(
  db: Queryable,
  kind: 'sign_in' | 'code',
  { account, client, isSignedIn }: { account: string; client: ClientInfo; isSignedIn: boolean },
): Promise<Attempt> {
  const { network } = client
  const { rows } = await db.query<BegunAttempt>(
    'select * from private.begin_attempt($1, $2, $3, $4)',
    [kind, account, network, isSignedIn],
  )
  const [begun] = rows
  if (!begun) throw new Error('The database did not count the attempt.')
  refuseUntil(begun.wait)
  const { address_limit: addressLimit, address_wait: addressWaitSeconds } = begun
  return { account, network, addressLimit, addressWaitSeconds }
}

async function waitSeconds(db: Queryable, sqlCall: string, ...values: (string | null)[]) {
  const { rows } = await db.query<{ wait: number }>(`select ${sqlCall} as wait`, values)
  return rows[0]?.wait ?? 0
}

function refuseUntil(seconds: number) {
  if (seconds > 0) throw tooOften(seconds)
}
