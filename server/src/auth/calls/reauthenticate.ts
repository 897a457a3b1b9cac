import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { askForLink } from '../one-time/ask.ts'
import { personOf } from '../person.ts'
import { askForSms } from '../phones/ask.ts'

/** A code to the own address, or where there is none to the own number, to prove once more who one is. */
export const reauthenticate: Call = {
  method: 'GET',
  path: '/reauthenticate',
  answer: async (auth, request) => {
    const { account } = await personOf(auth, request)
    const { id: accountId, email, phone } = account
    if (email) {
      const wanted = { purpose: 'reauthentication', accountId, email } as const
      return askForLink(auth, request, {}, wanted)
    }
    if (phone && auth.settings.hasPhones) {
      return askForSms(auth, request, { purpose: 'sms_reauthentication', accountId, phone })
    }
    throw invalid('Reauthentication requires the user to have an email or a phone number')
  },
}
