import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '../../postgres/queryable.ts'
import type { Account } from '../accounts/account.ts'
import { AuthError } from '../errors.ts'

export type KeptFactor = {
  id: string
  status: 'verified' | 'unverified'
} & ({ factor_type: 'totp'; secret: string; phone: null } | { factor_type: 'phone'; phone: string })

type Owner = Pick<Account, 'id'>

/** Of its challenges, in seconds. */
export const challengeLasts = 300

const params = z.object({ factorId: z.guid() })

/** The factor that the address names; somebody else's is not there. */
export function findFactor(db: Queryable, request: FastifyRequest, owner: Owner) {
  return find(db, request, owner, '')
}

/** The same, locked. */
export function factorIn(db: Queryable, request: FastifyRequest, owner: Owner) {
  return find(db, request, owner, 'for update')
}

async function find(
  db: Queryable,
  request: FastifyRequest,
  { id: owner }: Owner,
  lock: '' | 'for update',
): Promise<KeptFactor> {
  const named = params.safeParse(request.params)
  if (!named.success) throw noFactor()
  const { rows } = await db.query<KeptFactor>(
    `select id, status, factor_type, secret, phone from auth.mfa_factors
     where id = $1 and user_id = $2 and factor_type in ('totp', 'phone') ${lock}`,
    [named.data.factorId, owner],
  )
  if (!rows[0]) throw noFactor()
  return rows[0]
}

export function noFactor() {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

export function needsSecondFactor(status: number, message: string) {
  return new AuthError(status, 'insufficient_aal', message)
}
