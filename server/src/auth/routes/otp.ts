import { z } from 'zod'
import { checkChannel, requirePhoneNumber } from '../accounts/phone-number.ts'
import type { Route } from '../auth-dependencies.ts'
import { invalid } from '../errors.ts'
import { requestLink, requestSms } from '../otp/request-code.ts'
import { emailSchema, metadataSchema, parse, pkceFields } from '../parse-request.ts'

const bodySchema = z.object({
  email: emailSchema.nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: metadataSchema.nullish(),
  ...pkceFields,
})

/**
 * Sends a link and a code by email, or a code by SMS. The response does not reveal whether the email or number has an
 * account.
 */
export const otp: Route = {
  method: 'POST',
  path: '/otp',
  handle: async (auth, request) => {
    const body = parse(bodySchema, request.body)
    const create = body.create_user === false ? undefined : { data: body.data ?? {} }
    if (body.phone) {
      const phone = requirePhoneNumber(auth.settings, body.phone)
      if (body.email) throw invalid('Only an email address or phone number should be provided')
      checkChannel(body.channel)
      return requestSms(auth, request, { purpose: 'sms', phone, create })
    }
    if (!body.email) throw invalid('One of email or phone must be set')
    return requestLink(auth, request, body, { purpose: 'magiclink', email: body.email, create })
  },
}
