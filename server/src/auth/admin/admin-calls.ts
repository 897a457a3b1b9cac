// Accounts from above, for whoever has the server's own key: nobody's screen, but server functions and scripts.
import type { Call } from '../call.ts'
import { requireServer } from '../person.ts'
import { createUser } from './create-user.ts'
import { deleteFactor } from './delete-factor.ts'
import { deleteUser } from './delete-user.ts'
import { generateLink } from './generate-link.ts'
import { getUser } from './get-user.ts'
import { invite } from './invite.ts'
import { listFactors } from './list-factors.ts'
import { listUsers } from './list-users.ts'
import { updateUser } from './update-user.ts'

export const adminCalls: readonly Call[] = [
  createUser,
  listUsers,
  getUser,
  updateUser,
  deleteUser,
  invite,
  generateLink,
  listFactors,
  deleteFactor,
].map(forServer)

/** Asked here, so that none of them can forget it. */
function forServer({ answer, ...call }: Call): Call {
  return {
    ...call,
    answer: async (auth, request, reply) => {
      await requireServer(auth, request)
      return answer(auth, request, reply)
    },
  }
}
