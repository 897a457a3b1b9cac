import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { enqueue } from '../../queue/outbox.ts'
import { type Queryable, transact } from '../../postgres/transaction.ts'
import { findAccountByEmail, findAccountByPhone, lockActiveAccount } from '../accounts/account.ts'
import { checkLength, checkPassword, hashPassword } from '../accounts/passwords.ts'
import { checkChannel, requirePhoneNumber } from '../accounts/phone-number.ts'
import { createSelfRegistered } from '../accounts/self-registration.ts'
import { createAccount } from '../accounts/create-account.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies, Route } from '../auth-dependencies.ts'
import { AuthError, invalid, signUpClosed } from '../errors.ts'
import { createSmsJob } from '../otp/request-code.ts'
import { clientInfoOf, emailSchema, metadataSchema, parse, pkceFields } from '../parse-request.ts'
import { createFlowState } from '../pkce.ts'
import { countAnonymousSignIn, countEmail } from '../rate-limits.ts'
import { requestedRedirect } from '../redirects.ts'
import { startSession } from '../sessions/start-session.ts'

const bodySchema = z.object({
  email: emailSchema.nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
  ...pkceFields,
})
type Body = z.infer<typeof bodySchema>

/**
 * Signs up a new user. Without AUTO_CONFIRM, the response does not reveal whether the email or number has an account.
 * Instead, a message informs the owner.
 */
export const signUp: Route = {
  method: 'POST',
  path: '/signup',
  handle: async (auth, request) => {
    if (!auth.settings.isSignUpOpen) throw signUpClosed()
    const body = parse(bodySchema, request.body)
    const login = parseLogin(auth, body)
    if (!login) return signUpAnonymously(auth, request, body.data ?? {})
    const { password } = body
    if (!password) throw invalid('Signup requires a valid password')
    await checkNewPassword(auth, password, login)
    const newUser = { id: randomUUID(), password, data: body.data ?? {} }
    if (auth.settings.isAutoConfirmed) return signUpAutoConfirmed(auth, request, newUser, login)
    if ('phone' in login) await requestSmsConfirmation(auth, request, { ...newUser, ...login })
    else await requestEmailConfirmation(auth, request, body, { ...newUser, ...login })
    return describeUnconfirmedUser(newUser, login)
  },
}

/** With AUTO_CONFIRM, checks only the password's length, because only this machine can then reach the server. */
async function checkNewPassword(
  { settings }: AuthDependencies,
  password: string,
  login: SignUpLogin,
) {
  const { isAutoConfirmed, minPasswordLength } = settings
  if (isAutoConfirmed) checkLength(password, minPasswordLength)
  else await checkPassword(password, Object.values(login), minPasswordLength)
}

/** Returns undefined for an anonymous sign-in. */
function parseLogin(
  { settings }: AuthDependencies,
  { email, phone, channel }: Body,
): SignUpLogin | undefined {
  if (email && phone) {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  if (email) return { email }
  if (phone) {
    checkChannel(channel)
    return { phone: requirePhoneNumber(settings, phone, 'Phone signups are disabled') }
  }
  if (settings.allowsAnonymous) return undefined
  throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
}

async function requestEmailConfirmation(
  { pool, settings }: AuthDependencies,
  request: FastifyRequest,
  body: Body,
  { password, ...newUser }: NewSignUp & { email: string },
) {
  await countEmail(pool, newUser.email, clientInfoOf(request))
  const flowId = await createFlowState(pool, body, 'email/signup')
  const redirectTo = requestedRedirect(settings, request)
  const passwordHash = await hashPassword(password)
  await enqueue(pool, 'auth.sign-up', { ...newUser, passwordHash, redirectTo, flowId })
}

async function requestSmsConfirmation(
  auth: AuthDependencies,
  request: FastifyRequest,
  { phone, password, ...newUser }: NewSignUp & { phone: string },
) {
  const job = await createSmsJob(auth, request, { purpose: 'sms_signup', phone })
  const passwordHash = await hashPassword(password)
  await enqueue(auth.pool, 'auth.sms', { ...job, signUp: { ...newUser, passwordHash } })
}

/** Describes the new account as the user object that clients expect. */
function describeUnconfirmedUser({ id, data }: NewSignUp, login: SignUpLogin) {
  const at = new Date()
  const times = { created_at: at, updated_at: at }
  const provider = 'phone' in login ? 'phone' : 'email'
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: '',
    phone: '',
    ...login,
    confirmation_sent_at: at,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: { sub: id, ...login, email_verified: false, phone_verified: false },
        provider,
        last_sign_in_at: at,
        ...('email' in login ? login : {}),
        ...times,
      },
    ],
    ...times,
    is_anonymous: false,
  }
}

async function signUpAnonymously(
  auth: AuthDependencies,
  request: FastifyRequest,
  userMetadata: Record<string, unknown>,
) {
  const client = clientInfoOf(request)
  await countAnonymousSignIn(auth.pool, client)
  return transact(auth.pool, async (db) => {
    const id = await createAccount(db, { userMetadata, isAnonymous: true })
    const account = await lockActiveAccount(db, id)
    await audit(db, { action: 'user_signedup', account, ip: client.ip })
    return startSession(auth, db, { account, method: 'anonymous', client })
  })
}

type SignUpLogin = { email: string } | { phone: string }

interface NewSignUp {
  id: string
  password: string
  data: Record<string, unknown>
}

/** Signs up with AUTO_CONFIRM. The user is signed in immediately and gets no message, because no proof is needed. */
async function signUpAutoConfirmed(
  auth: AuthDependencies,
  request: FastifyRequest,
  { password, ...newUser }: NewSignUp,
  login: SignUpLogin,
) {
  const passwordHash = await hashPassword(password)
  return transact(auth.pool, async (db) => {
    await refuseKnown(db, login)
    await createSelfRegistered(db, { ...newUser, ...login, passwordHash, isAutoConfirmed: true })
    const account = await lockActiveAccount(db, newUser.id)
    return startSession(auth, db, { account, method: 'password', client: clientInfoOf(request) })
  })
}

/**
 * Throws if the email or number has an account, even an unconfirmed one. An unconfirmed account may belong to an
 * invited user, whose role an admin chose.
 */
async function refuseKnown(db: Queryable, login: SignUpLogin) {
  const existing =
    'email' in login
      ? await findAccountByEmail(db, login.email)
      : await findAccountByPhone(db, login.phone)
  if (existing) throw new AuthError(422, 'user_already_exists', 'User already registered')
}
