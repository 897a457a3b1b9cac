import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { askForLink } from '../one-time/ask.ts'
import { personOf } from '../person.ts'

/** A code to the own address, to prove once more who one is. */
export const reauthenticate: Call = {
  method: 'GET',
  path: '/reauthenticate',
  answer: async (auth, request) => {
    const { account } = await personOf(auth, request)
    if (!account.email)
      throw invalid('Reauthentication requires the user to have an email or a phone number')
    return askForLink(auth, request, {}, { purpose: 'reauthentication', email: account.email })
  },
}
