import { z } from 'zod'
import type { Route } from '../auth-dependencies.ts'
import { requestLink } from '../otp/request-code.ts'
import { emailSchema, parse, pkceFields } from '../parse-request.ts'

const bodySchema = z.object({ email: emailSchema, ...pkceFields })

/** Sends a link to set a new password. The response is the same for every email, so it does not reveal accounts. */
export const recover: Route = {
  method: 'POST',
  path: '/recover',
  handle: async (auth, request) => {
    const body = parse(bodySchema, request.body)
    return requestLink(auth, request, body, { purpose: 'recovery', email: body.email })
  },
}
