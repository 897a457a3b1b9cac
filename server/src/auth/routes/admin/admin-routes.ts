// Defines the admin routes, which server functions and scripts call with the service role key.
import type { Route } from '../../auth-dependencies.ts'
import { requireServiceRole } from '../../authenticate.ts'
import { createUser } from './create-user.ts'
import { deleteFactor, listFactors } from './factors.ts'
import { generateLink } from './generate-link.ts'
import { invite } from './invite.ts'
import { updateUser } from './update-user.ts'
import { deleteUser, getUser, listUsers } from './users.ts'

export const adminRoutes: readonly Route[] = [
  createUser,
  listUsers,
  getUser,
  updateUser,
  deleteUser,
  invite,
  generateLink,
  listFactors,
  deleteFactor,
].map(forServiceRole)

/** Checks the database role for all admin routes, so that no route can omit the check. */
function forServiceRole({ handle, ...route }: Route): Route {
  return {
    ...route,
    handle: async (auth, request, reply) => {
      await requireServiceRole(auth, request)
      return handle(auth, request, reply)
    },
  }
}
