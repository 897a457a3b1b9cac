import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { FairQueue } from '../../http/fair-queue.ts'
import { addLogFields } from '../../http/request-log.ts'
import { transact } from '../../postgres/transaction.ts'
import {
  type Account,
  findCredentials,
  lockActiveAccount,
  type LoginIdentifier,
} from '../accounts/account.ts'
import { admit } from '../accounts/password-threads.ts'
import { comparePassword } from '../accounts/passwords.ts'
import { stripPlus } from '../accounts/phone-number.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { AuthError, invalid, noPhones, tooOften, wrongLogin } from '../errors.ts'
import { type ClientInfo, clientInfoOf, parse } from '../parse-request.ts'
import { type Attempt, countSignInAttempt, countSignInSuccess } from '../rate-limits.ts'
import { startSession } from '../sessions/start-session.ts'

/** Malformed emails and phone numbers are accepted, because they match no account. */
const bodySchema = z.object({
  email: z.string().max(320).toLowerCase().nullish(),
  phone: z.string().max(320).nullish(),
  password: z.string().nullish(),
})

/** Limits how many sign-ins begin at once, because all of them have to wait for bcrypt afterward. */
const attemptQueue = new FairQueue({ maxRunning: 2, maxWaiting: 1000, timeoutMs: 10_000 })

/**
 * Runs the same steps for an unknown email as for a known one, so that the timing does not reveal accounts. Only a
 * correct password leads to more steps.
 */
export async function passwordGrant(auth: AuthDependencies, request: FastifyRequest) {
  const body = parse(bodySchema, request.body)
  const login = parseLogin(auth, body)
  const client = clientInfoOf(request)
  const { attempt, credentials, isCorrect } = await admit(async () => {
    const begun = await attemptQueue.run('all', () => beginAttempt(auth, login, client))
    addLogFields(request, { user: begun.credentials?.id })
    const storedHash = begun.credentials?.encrypted_password
    return { ...begun, isCorrect: await comparePassword(body.password ?? '', storedHash) }
  })
  if (!credentials || !isCorrect) throw refusalOf(attempt)
  await countSignInSuccess(auth.pool, attempt)
  return startIfUnchanged(auth, credentials, login, client)
}

async function beginAttempt(
  { pool }: AuthDependencies,
  login: LoginIdentifier,
  client: ClientInfo,
) {
  const attempt = await countSignInAttempt(pool, login.address, client)
  return { attempt, credentials: await findCredentials(pool, login) }
}

function refusalOf({ addressWaitSeconds }: Attempt) {
  return addressWaitSeconds > 0 ? tooOften(addressWaitSeconds) : wrongLogin()
}

function parseLogin(
  { settings }: AuthDependencies,
  { email, phone }: z.infer<typeof bodySchema>,
): LoginIdentifier {
  if (phone) {
    if (!settings.hasPhones) throw noPhones('Phone logins are disabled')
    if (email) throw invalid('Only an email address or phone number should be provided on login.')
    return { by: 'phone', address: replaceNulls(stripPlus(phone)) }
  }
  if (!email) throw invalid('missing email or phone')
  return { by: 'email', address: replaceNulls(email) }
}

/**
 * Replaces null characters, because PostgreSQL cannot store them. No account's email or number contains a null
 * character.
 */
function replaceNulls(address: string) {
  return address.replaceAll('\u0000', '\ufffd')
}

function startIfUnchanged(
  auth: AuthDependencies,
  credentials: Pick<Account, 'id' | 'encrypted_password'>,
  { by }: LoginIdentifier,
  client: ClientInfo,
) {
  return transact(auth.pool, async (db) => {
    const account = await lockActiveAccount(db, credentials.id)
    // Refuse the login if the password was changed after the server compared it.
    if (account.encrypted_password !== credentials.encrypted_password) throw wrongLogin()
    if (by === 'email' && !account.email_confirmed_at) {
      throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    }
    if (by === 'phone' && !account.phone_confirmed_at) {
      throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
    }
    return startSession(auth, db, { account, method: 'password', client })
  })
}
