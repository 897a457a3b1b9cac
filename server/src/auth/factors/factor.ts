import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '../../database/queryable.ts'
import type { Account } from '../accounts/account.ts'
import { AuthError } from '../errors.ts'

export interface KeptFactor {
  id: string
  status: 'verified' | 'unverified'
  secret: string
}

const params = z.object({ factorId: z.guid() })

/** The factor that the address names, locked; somebody else's is not there. */
export async function factorIn(
  db: Queryable,
  request: FastifyRequest,
  { id: owner }: Pick<Account, 'id'>,
): Promise<KeptFactor> {
  const named = params.safeParse(request.params)
  if (!named.success) throw noFactor()
  const { rows } = await db.query<KeptFactor>(
    `select id, status, secret from auth.mfa_factors
     where id = $1 and user_id = $2 and factor_type = 'totp' for update`,
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
