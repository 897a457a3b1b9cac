import type { Route } from '../auth-dependencies.ts'
import { requireUser } from '../authenticate.ts'
import { invalid } from '../errors.ts'
import { requestLink, requestSms } from '../otp/request-code.ts'

/**
 * Sends a code with which a signed-in user proves again who they are. The code goes to the account's email, or to its
 * phone number if it has no email.
 */
export const reauthenticate: Route = {
  method: 'GET',
  path: '/reauthenticate',
  handle: async (auth, request) => {
    const { account } = await requireUser(auth, request)
    const { id: accountId, email, phone } = account
    if (email) {
      const target = { purpose: 'reauthentication', accountId, email } as const
      return requestLink(auth, request, {}, target)
    }
    if (phone && auth.settings.hasPhones) {
      return requestSms(auth, request, { purpose: 'sms_reauthentication', accountId, phone })
    }
    throw invalid('Reauthentication requires the user to have an email or a phone number')
  },
}
