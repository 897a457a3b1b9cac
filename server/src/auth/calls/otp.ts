import { z } from 'zod'
import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { askForLink } from '../one-time/ask.ts'
import { askForSms } from '../phones/ask.ts'
import { checkChannel, numberIn } from '../phones/number.ts'
import { challenge, email, metadata, read } from '../read.ts'

const body = z.object({
  email: email.nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: metadata.nullish(),
  ...challenge,
})

/** A link and a code by mail, or a code by message. Nothing says whether the address or the number is known. */
export const otp: Call = {
  method: 'POST',
  path: '/otp',
  answer: async (auth, request) => {
    const given = read(body, request.body)
    const create = given.create_user === false ? undefined : { data: given.data ?? {} }
    if (given.phone) {
      const phone = numberIn(auth.settings, given.phone)
      if (given.email) throw invalid('Only an email address or phone number should be provided')
      checkChannel(given.channel)
      return askForSms(auth, request, { purpose: 'sms', phone, create })
    }
    if (!given.email) throw invalid('One of email or phone must be set')
    return askForLink(auth, request, given, { purpose: 'magiclink', email: given.email, create })
  },
}
