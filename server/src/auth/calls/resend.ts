import { z } from 'zod'
import type { Call } from '../call.ts'
import { AuthError, invalid } from '../errors.ts'
import { askForLink } from '../one-time/ask.ts'
import { challenge, email, read } from '../read.ts'

const body = z.object({
  type: z.string().nullish(),
  email: email.nullish(),
  phone: z.string().nullish(),
  ...challenge,
})

export const resend: Call = {
  method: 'POST',
  path: '/resend',
  answer: async (auth, request) => {
    const given = read(body, request.body)
    if (given.phone || given.type === 'sms' || given.type === 'phone_change') {
      throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
    }
    if (given.type !== 'signup' && given.type !== 'email_change') {
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
    }
    if (!given.email) throw invalid('Type provided requires an email address')
    return askForLink(auth, request, given, { purpose: given.type, email: given.email })
  },
}
