import { asUser } from '../accounts/user.ts'
import type { Call } from '../call.ts'
import { callerOf } from '../person.ts'

export const getUser: Call = {
  method: 'GET',
  path: '/user',
  answer: async (auth, request) => {
    const { account } = await callerOf(auth, request)
    return asUser(account)
  },
}
