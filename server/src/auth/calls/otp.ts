import { z } from 'zod'
import type { Call } from '../call.ts'
import { AuthError, invalid } from '../errors.ts'
import { askForLink } from '../one-time/ask.ts'
import { challenge, email, metadata, read } from '../read.ts'

const body = z.object({
  email: email.nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: metadata.nullish(),
  ...challenge,
})

/** A link and a code by mail. Nothing says whether the address is known. */
export const otp: Call = {
  method: 'POST',
  path: '/otp',
  answer: async (auth, request) => {
    const given = read(body, request.body)
    if (given.phone) {
      throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
    }
    if (!given.email) throw invalid('One of email or phone must be set')
    const create = given.create_user === false ? undefined : { data: given.data ?? {} }
    return askForLink(auth, request, given, { purpose: 'magiclink', email: given.email, create })
  },
}
