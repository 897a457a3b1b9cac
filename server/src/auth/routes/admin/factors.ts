import { transact } from '../../../postgres/transaction.ts'
import type { Route } from '../../auth-dependencies.ts'
import { factorNotFound, removeMfaFactors } from '../../mfa/factors.ts'
import { clientInfoOf } from '../../parse-request.ts'
import { findRequestedAccount, lockRequestedAccount, requestedFactorId } from './users.ts'

export const listFactors: Route = {
  method: 'GET',
  path: '/admin/users/:id/factors',
  handle: async ({ pool }, request) => (await findRequestedAccount(pool, request)).factors,
}

export const deleteFactor: Route = {
  method: 'DELETE',
  path: '/admin/users/:id/factors/:factorId',
  handle: (auth, request) =>
    transact(auth.pool, async (db) => {
      const account = await lockRequestedAccount(db, request)
      const factorId = requestedFactorId(request)
      const factor = account.factors.find(({ id }) => id === factorId.toLowerCase())
      if (!factor) throw factorNotFound()
      await removeMfaFactors(db, { account, factors: [factor], ip: clientInfoOf(request).ip })
      return factor
    }),
}
