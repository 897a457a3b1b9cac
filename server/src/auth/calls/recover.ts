import { z } from 'zod'
import type { Call } from '../call.ts'
import { askForLink } from '../one-time/ask.ts'
import { challenge, email, read } from '../read.ts'

const body = z.object({ email, ...challenge })

/** A link to a new password, alike for everyone. */
export const recover: Call = {
  method: 'POST',
  path: '/recover',
  answer: async (auth, request) => {
    const given = read(body, request.body)
    return askForLink(auth, request, given, { purpose: 'recovery', email: given.email })
  },
}
