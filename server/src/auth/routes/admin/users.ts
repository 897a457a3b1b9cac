import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Queryable, transact } from '../../../postgres/transaction.ts'
import {
  type Account,
  findAccountById,
  listAccounts,
  lockAccountRow,
  toUser,
} from '../../accounts/account.ts'
import { audit } from '../../audit.ts'
import type { Route } from '../../auth-dependencies.ts'
import { AuthError, noSuchUser } from '../../errors.ts'
import { clientInfoOf, parse, uuidSchema } from '../../parse-request.ts'

const number = z
  .string()
  .regex(/^\d{0,9}$/u, 'Bad Pagination Parameters: page and per_page are numbers')
  .transform(Number)

/** Empty strings select the defaults, because supabase-js sends them for missing values. */
const querySchema = z.strictObject({ page: number.optional(), per_page: number.optional() })
const maxPerPage = 1000

export const listUsers: Route = {
  method: 'GET',
  path: '/admin/users',
  handle: async (auth, request, reply) => {
    const query = parse(querySchema, request.query)
    const page = query.page || 1
    const perPage = Math.min(query.per_page || 50, maxPerPage)
    const { accounts, total } = await listAccounts(auth.pool, perPage, (page - 1) * perPage)
    reply.header('x-total-count', total).header('link', paginationLinks(page, perPage, total))
    return { users: accounts.map(toUser), aud: 'authenticated' }
  },
}

/** Puts the page number after the first "=" of the link, because supabase-js reads it from there. */
function paginationLinks(page: number, perPage: number, total: number) {
  const last = Math.ceil(total / perPage)
  const link = (to: number, rel: string) =>
    `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}

export const getUser: Route = {
  method: 'GET',
  path: '/admin/users/:id',
  handle: async ({ pool }, request) => toUser(await findRequestedAccount(pool, request)),
}

const bodySchema = z.strictObject({ should_soft_delete: z.boolean().nullish() })

export const deleteUser: Route = {
  method: 'DELETE',
  path: '/admin/users/:id',
  handle: async (auth, request) => {
    const { should_soft_delete: isSoft } = parse(bodySchema, request.body)
    await transact(auth.pool, async (db) => {
      const account = await lockRequestedAccount(db, request)
      await (isSoft ? softDelete(db, account.id) : hardDelete(db, account.id))
      const traits = { is_soft: isSoft ?? false }
      await audit(db, { action: 'user_deleted', account, ip: clientInfoOf(request).ip, traits })
    })
    return {}
  },
}

/**
 * Deletes the account's contact details, metadata and means to sign in. Keeps the account's row, because rows that the
 * user created refer to the account's id.
 */
async function softDelete(db: Queryable, account: string) {
  for (const table of ['sessions', 'identities', 'mfa_factors', 'one_time_tokens', 'flow_state']) {
    await db.query(`delete from auth.${table} where user_id = $1`, [account])
  }
  for (const table of ['recovery_codes', 'unlinked_identities']) {
    await db.query(`delete from private.${table} where user_id = $1`, [account])
  }
  await db.query(
    `update auth.users
     set deleted_at = now(), updated_at = now(), email = null, phone = null, email_change = '', phone_change = '',
       encrypted_password = '', raw_app_meta_data = '{}', raw_user_meta_data = '{}'
     where id = $1`,
    [account],
  )
}

async function hardDelete(db: Queryable, account: string) {
  await db.query('delete from auth.users where id = $1', [account])
}

const params = z.object({ id: z.string(), factorId: z.string().optional() })

/** Finds the account whose id is in the request's path. */
export async function findRequestedAccount(
  db: Queryable,
  request: FastifyRequest,
): Promise<Account> {
  const account = await findAccountById(db, requireUuid(params.parse(request.params).id, 'user_id'))
  if (!account) throw noSuchUser()
  return account
}

/**
 * Locks and returns the account whose id is in the path, even if the account is banned. Lock the account before its
 * sessions, because a sign-in uses this order.
 */
export async function lockRequestedAccount(
  db: Queryable,
  request: FastifyRequest,
): Promise<Account> {
  const id = requireUuid(params.parse(request.params).id, 'user_id')
  await lockAccountRow(db, id)
  return findRequestedAccount(db, request)
}

export function requestedFactorId(request: FastifyRequest) {
  return requireUuid(params.parse(request.params).factorId ?? '', 'factor_id')
}

function requireUuid(text: string, name: string) {
  if (uuidSchema.safeParse(text).success) return text
  throw new AuthError(404, 'validation_failed', `${name} must be an UUID`)
}
