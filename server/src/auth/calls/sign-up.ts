import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { enqueue } from '../../postgres/outbox.ts'
import type { Call } from '../call.ts'
import { AuthError, invalid, signUpClosed } from '../errors.ts'
import { beginFlow } from '../flow.ts'
import { beginMail } from '../limits.ts'
import type { Auth } from '../parts.ts'
import { hashPassword } from '../passwords/hash.ts'
import { checkLength, checkPassword } from '../passwords/rules.ts'
import { countedSms } from '../phones/ask.ts'
import { checkChannel, numberIn } from '../phones/number.ts'
import { challenge, email, metadata, read } from '../read.ts'
import { wantedRedirect } from '../redirects.ts'
import { visitorOf } from '../visitor.ts'
import { type Login, signUpAtOnce, type Wanted } from './sign-up-at-once.ts'

const body = z.object({
  email: email.nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
  password: z.string().nullish(),
  data: metadata.nullish(),
  ...challenge,
})
type Body = z.infer<typeof body>

/**
 * Answers alike whether the address or the number has an account or not: its owner learns it there.
 * But for AUTO_CONFIRM, which hides nothing.
 */
export const signUp: Call = {
  method: 'POST',
  path: '/signup',
  answer: async (auth, request) => {
    if (!auth.settings.isSignUpOpen) throw signUpClosed()
    const given = read(body, request.body)
    const login = loginIn(auth, given)
    const { password } = given
    if (!password) throw invalid('Signup requires a valid password')
    await checkNew(auth, password, login)
    const wanted = { id: randomUUID(), password, data: given.data ?? {} }
    if (auth.settings.isSignUpAtOnce) return signUpAtOnce(auth, request, wanted, login)
    if ('phone' in login) await askBySms(auth, request, { ...wanted, ...login })
    else await askByMail(auth, request, given, { ...wanted, ...login })
    return unconfirmed(wanted, login)
  },
}

/** Where an address is believed, a password that is easy to guess gives away nothing more. */
async function checkNew({ settings }: Auth, password: string, login: Login) {
  if (settings.isSignUpAtOnce) checkLength(password)
  else await checkPassword(password, Object.values(login))
}

function loginIn({ settings }: Auth, { email: address, phone, channel }: Body): Login {
  if (address && phone) {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  if (address) return { email: address }
  if (phone) {
    checkChannel(channel)
    return { phone: numberIn(settings, phone, 'Phone signups are disabled') }
  }
  throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
}

async function askByMail(
  { pool, settings }: Auth,
  request: FastifyRequest,
  given: Body,
  { password, ...wanted }: Wanted & { email: string },
) {
  await beginMail(pool, wanted.email, visitorOf(request))
  const flowId = await beginFlow(pool, given, 'email/signup')
  const redirectTo = wantedRedirect(settings, request)
  const passwordHash = await hashPassword(password)
  await enqueue(pool, 'auth.sign-up', { ...wanted, passwordHash, redirectTo, flowId })
}

async function askBySms(
  auth: Auth,
  request: FastifyRequest,
  { phone, password, ...wanted }: Wanted & { phone: string },
) {
  const work = await countedSms(auth, request, { purpose: 'sms_signup', phone })
  const passwordHash = await hashPassword(password)
  await enqueue(auth.pool, 'auth.sms', { ...work, signUp: { ...wanted, passwordHash } })
}

/** The account as it will be. */
function unconfirmed({ id, data }: Wanted, login: Login) {
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
