import { z } from 'zod'
import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { askForLink } from '../one-time/ask.ts'
import { askForSms } from '../phones/ask.ts'
import { numberIn } from '../phones/number.ts'
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
    const { type } = given
    if (type === 'sms' || type === 'phone_change') {
      const phone = numberIn(auth.settings, given.phone ?? '')
      const purpose = type === 'sms' ? 'sms_signup' : type
      return askForSms(auth, request, { purpose, phone })
    }
    if (type !== 'signup' && type !== 'email_change') {
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
    }
    if (!given.email) throw invalid('Type provided requires an email address')
    return askForLink(auth, request, given, { purpose: type, email: given.email })
  },
}
