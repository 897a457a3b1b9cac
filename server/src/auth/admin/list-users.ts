import { z } from 'zod'
import { listAccounts } from '../accounts/account.ts'
import { asUser } from '../accounts/user.ts'
import type { Call } from '../call.ts'
import { read } from '../read.ts'

const number = z
  .string()
  .regex(/^\d{0,9}$/u, 'Bad Pagination Parameters: page and per_page are numbers')
  .transform(Number)

/** Empty is what supabase-js sends where nothing is said. */
const query = z.strictObject({ page: number.optional(), per_page: number.optional() })
const mostAtOnce = 1000

export const listUsers: Call = {
  method: 'GET',
  path: '/admin/users',
  answer: async (auth, request, reply) => {
    const given = read(query, request.query)
    const page = given.page || 1
    const perPage = Math.min(given.per_page || 50, mostAtOnce)
    const { accounts, total } = await listAccounts(auth.pool, perPage, (page - 1) * perPage)
    reply.header('x-total-count', total).header('link', linksFor(page, perPage, total))
    return { users: accounts.map(asUser), aud: 'authenticated' }
  },
}

/** supabase-js reads the number behind the first "=". */
function linksFor(page: number, perPage: number, total: number) {
  const last = Math.ceil(total / perPage)
  const link = (to: number, rel: string) =>
    `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}
