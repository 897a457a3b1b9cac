import type { Call } from '../call.ts'
import { findNamed } from './named.ts'

export const listFactors: Call = {
  method: 'GET',
  path: '/admin/users/:id/factors',
  answer: async ({ pool }, request) => (await findNamed(pool, request)).factors,
}
