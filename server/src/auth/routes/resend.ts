import { z } from 'zod'
import { requirePhoneNumber } from '../accounts/phone-number.ts'
import type { Route } from '../auth-dependencies.ts'
import { invalid } from '../errors.ts'
import { requestLink, requestSms } from '../otp/request-code.ts'
import { emailSchema, parse, pkceFields } from '../parse-request.ts'

const bodySchema = z.object({
  type: z.string().nullish(),
  email: emailSchema.nullish(),
  phone: z.string().nullish(),
  ...pkceFields,
})

export const resend: Route = {
  method: 'POST',
  path: '/resend',
  handle: async (auth, request) => {
    const body = parse(bodySchema, request.body)
    const { type } = body
    if (type === 'sms' || type === 'phone_change') {
      const phone = requirePhoneNumber(auth.settings, body.phone ?? '')
      const purpose = type === 'sms' ? 'sms_signup' : type
      return requestSms(auth, request, { purpose, phone })
    }
    if (type !== 'signup' && type !== 'email_change') {
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
    }
    if (!body.email) throw invalid('Type provided requires an email address')
    return requestLink(auth, request, body, { purpose: type, email: body.email })
  },
}
