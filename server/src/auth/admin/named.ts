// The account that an address names.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '../../postgres/queryable.ts'
import { type Account, accountById, lockAccount } from '../accounts/account.ts'
import { AuthError, noSuchUser } from '../errors.ts'
import { uuid } from '../read.ts'

const params = z.object({ id: z.string(), factorId: z.string().optional() })

export async function findNamed(db: Queryable, request: FastifyRequest): Promise<Account> {
  const account = await accountById(db, uuidIn(params.parse(request.params).id, 'user_id'))
  if (!account) throw noSuchUser()
  return account
}

/** Locked before its sessions, as at sign-in; unlike there a banned one counts too. */
export async function lockNamed(db: Queryable, request: FastifyRequest): Promise<Account> {
  const id = uuidIn(params.parse(request.params).id, 'user_id')
  await lockAccount(db, id)
  return findNamed(db, request)
}

export function namedFactor(request: FastifyRequest) {
  return uuidIn(params.parse(request.params).factorId ?? '', 'factor_id')
}

function uuidIn(text: string, name: string) {
  if (uuid.safeParse(text).success) return text
  throw new AuthError(404, 'validation_failed', `${name} must be an UUID`)
}
