// Finds, locks and removes second factors.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { enqueue } from '../../queue/outbox.ts'
import type { Queryable } from '../../postgres/transaction.ts'
import type { Account } from '../accounts/account.ts'
import { audit } from '../audit.ts'
import { AuthError } from '../errors.ts'
import { endAccess } from '../sessions/session.ts'

export type StoredFactor = {
  id: string
  status: 'verified' | 'unverified'
} & ({ factor_type: 'totp'; secret: string; phone: null } | { factor_type: 'phone'; phone: string })

type Owner = Pick<Account, 'id'>

export const challengeLifetimeSeconds = 300

const params = z.object({ factorId: z.guid() })

/** Finds the factor whose id is in the request's path. Throws if the user has no such factor. */
export function findFactor(db: Queryable, request: FastifyRequest, owner: Owner) {
  return find(db, request, owner, '')
}

export function lockFactor(db: Queryable, request: FastifyRequest, owner: Owner) {
  return find(db, request, owner, 'for update')
}

async function find(
  db: Queryable,
  request: FastifyRequest,
  { id: owner }: Owner,
  lock: '' | 'for update',
): Promise<StoredFactor> {
  const parameters = params.safeParse(request.params)
  if (!parameters.success) throw factorNotFound()
  const { rows } = await db.query<StoredFactor>(
    `select id, status, factor_type, secret, phone from auth.mfa_factors
     where id = $1 and user_id = $2 and factor_type in ('totp', 'phone') ${lock}`,
    [parameters.data.factorId, owner],
  )
  if (!rows[0]) throw factorNotFound()
  return rows[0]
}

export function factorNotFound() {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

export function insufficientAal(status: number, message: string) {
  return new AuthError(status, 'insufficient_aal', message)
}

interface FactorRemoval {
  account: Account
  factors: Account['factors']
  /** The IP address of the admin. It is undefined if an operator removes the factors with a command. */
  ip?: string
}

/**
 * Removes factors that a user lost, and ends all sessions of the user. A person who found the lost device may have used
 * it to raise a session to AAL2. The caller must have locked the account in the same transaction.
 */
export async function removeMfaFactors(db: Queryable, { account, factors, ip }: FactorRemoval) {
  const ids = factors.map(({ id }) => id)
  await db.query('delete from auth.mfa_factors where user_id = $1 and id = any($2)', [
    account.id,
    ids,
  ])
  // Also delete all recovery codes if no verified factor remains, because a recovery code only replaces a lost factor.
  await db.query(
    `delete from private.recovery_codes where user_id = $1 and (set_id = any($2) or not exists (
       select from auth.mfa_factors f where f.user_id = $1 and f.status = 'verified'
     ))`,
    [account.id, ids],
  )
  await endAccess(db, account.id)
  for (const id of ids) {
    await audit(db, { action: 'factor_unenrolled', account, ip, traits: { factor_id: id } })
  }
  if (factors.some(({ status }) => status === 'verified')) {
    await notifyFactorChange(db, account, 'An admin removed it.')
  }
}

/** Emails the account's owner, because somebody else may have changed the factors. */
export async function notifyFactorChange(db: Queryable, { email }: Account, what: string) {
  if (!email) return
  await enqueue(db, 'mail', { kind: 'second-factor-changed', to: email, values: { email, what } })
}

export function describeFactor({ factor_type: type }: StoredFactor) {
  return type === 'phone' ? 'A phone number for codes' : 'An authenticator app'
}
