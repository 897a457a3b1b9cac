// GET /verify: a link was opened in a browser. Whatever comes of it, the answer leads on to a page.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import type { Call } from '../call.ts'
import { invalid, linkExpired } from '../errors.ts'
import { issueCode } from '../flow.ts'
import { leadOn, type Opened, withOpened, withRefusal } from '../lead-on.ts'
import { confirmAddress } from '../one-time/confirm.ts'
import { purposesOf, verifyType } from '../one-time/purposes.ts'
import { spendLink } from '../one-time/spend.ts'
import type { Auth } from '../parts.ts'
import { read } from '../read.ts'
import { allowedRedirect } from '../redirects.ts'
import { beginSession } from '../sessions/begin.ts'
import { visitorOf } from '../visitor.ts'

const query = z.object({
  token: z.string().max(500).optional(),
  type: z.string().optional(),
  redirect_to: z.string().max(2000).optional(),
})
type Query = z.infer<typeof query>

export const verifyLink: Call = {
  method: 'GET',
  path: '/verify',
  answer: async (auth, request, reply) => {
    const given = read(query, request.query)
    const page = new URL(allowedRedirect(auth.settings, given.redirect_to))
    return openLink(auth, request, given).then(
      (opened) => leadOn(reply, withOpened(page, opened)),
      (error: unknown) => leadOn(reply, withRefusal(page, error)),
    )
  },
}

async function openLink(auth: Auth, request: FastifyRequest, { token, type }: Query) {
  const known = verifyType.safeParse(type)
  if (!token) throw invalid('Verify requires a token or a token hash')
  if (!known.success) throw invalid('Invalid email verification type')
  return transact(auth.pool, async (db) => open(auth, db, request, token, known.data))
}

async function open(
  auth: Auth,
  db: Queryable,
  request: FastifyRequest,
  token: string,
  type: z.infer<typeof verifyType>,
): Promise<Opened> {
  const spent = await spendLink(db, token, purposesOf(type))
  if (!spent) throw linkExpired()
  const visitor = visitorOf(request)
  await confirmAddress(db, spent, visitor)
  const { account, flow_state_id: flowId } = spent
  if (flowId) return { code: await issueCode(db, flowId, account.id) }
  return { session: await beginSession(auth, db, { account, method: 'otp', visitor }), type }
}
