import { asUser } from '../accounts/user.ts'
import type { Call } from '../call.ts'
import { findNamed } from './named.ts'

export const getUser: Call = {
  method: 'GET',
  path: '/admin/users/:id',
  answer: async ({ pool }, request) => asUser(await findNamed(pool, request)),
}
