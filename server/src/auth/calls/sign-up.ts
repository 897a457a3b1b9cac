import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { enqueue } from '../../database/outbox.ts'
import type { Call } from '../call.ts'
import { AuthError, invalid, signUpClosed } from '../errors.ts'
import { beginFlow } from '../flow.ts'
import { beginMail } from '../limits.ts'
import { hashPassword } from '../passwords/hash.ts'
import { checkPassword } from '../passwords/rules.ts'
import { challenge, email, metadata, read } from '../read.ts'
import { wantedRedirect } from '../redirects.ts'
import { visitorOf } from '../visitor.ts'
import type { SignUpWork } from '../work.ts'

const body = z.object({
  email: email.nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadata.nullish(),
  ...challenge,
})

/** Answers alike whether the address has an account or not: its owner learns it by mail. */
export const signUp: Call = {
  method: 'POST',
  path: '/signup',
  answer: async ({ pool, settings }, request) => {
    if (!settings.isSignUpOpen) throw signUpClosed()
    const given = read(body, request.body)
    const address = addressIn(given)
    if (!given.password) throw invalid('Signup requires a valid password')
    await checkPassword(given.password, [address])
    await beginMail(pool, address, visitorOf(request))
    const flowId = await beginFlow(pool, given, 'email/signup')
    const redirectTo = wantedRedirect(settings, request)
    const passwordHash = await hashPassword(given.password)
    const work = { id: randomUUID(), email: address, passwordHash, data: given.data ?? {} }
    await enqueue(pool, 'auth.sign-up', { ...work, redirectTo, flowId })
    return unconfirmed(work)
  },
}

function addressIn({ email: address, phone }: z.infer<typeof body>) {
  if (address) return address
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
}

/** The account as it will be. */
function unconfirmed({ id, email: address, data }: Omit<SignUpWork, 'passwordHash'>) {
  const at = new Date()
  const times = { created_at: at, updated_at: at }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: address,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: { sub: id, email: address, email_verified: false, phone_verified: false },
        provider: 'email',
        last_sign_in_at: at,
        email: address,
        ...times,
      },
    ],
    ...times,
    is_anonymous: false,
  }
}
