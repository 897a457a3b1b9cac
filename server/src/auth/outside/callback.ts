// Somebody comes back from a provider. Whatever comes of it, the answer leads on to a page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import type { Call } from '../call.ts'
import { AuthError } from '../errors.ts'
import { issueCode } from '../flow.ts'
import { forgiveVisit } from '../limits.ts'
import { leadOn, type Opened, withOpened, withRefusal } from '../lead-on.ts'
import type { Auth } from '../parts.ts'
import { read } from '../read.ts'
import { beginSession } from '../sessions/begin.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { arrive } from './arrive.ts'
import { unmarkBrowser } from './browser.ts'
import { asking } from './failures.ts'
import { linkByHand } from './link-by-hand.ts'
import type { OutsideIdentity, Provider } from './provider.ts'
import { providerNamed } from './providers.ts'
import { queryOf } from './query-of.ts'
import { type TakenVisit, takeVisit } from './visits.ts'

const value = z.string().max(4000).optional()
const brought = z.object({ state: value, code: value, iss: value, error: value })

export const callback: Call = {
  method: 'GET',
  path: '/callback',
  answer: (auth, request, reply) =>
    comeBack(auth, request, reply, () => {
      const given = read(brought, request.query)
      return { state: given.state, brought: queryOf(given) }
    }),
}

/**
 * By a form of the provider's page, with which a browser sends no cookie of ours. It is sent on by a link, with which it
 * does.
 */
export const callbackByForm: Call = {
  method: 'POST',
  path: '/callback',
  answer: async ({ settings }, request, reply) => {
    const given = brought.safeParse(request.body).data ?? {}
    const address = `${settings.site}/auth/v1/callback?${queryOf(given).toString()}`
    return reply.redirect(address, 303)
  },
}

interface Returned {
  state: string | undefined
  brought: URLSearchParams
}

/** To the page where the visit was begun; where nobody knows of it, to the first one. */
export async function comeBack(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  readReturned: () => Returned,
) {
  let page = new URL(`${auth.settings.site}/`)
  try {
    const { state, brought: values } = readReturned()
    if (!state) throw noState()
    unmarkBrowser(auth.settings, reply, state)
    const visit = await takeVisit(auth, request, state)
    page = new URL(visit.page)
    withOpened(page, await open(auth, request, visit, values))
  } catch (error) {
    withRefusal(page, error)
  }
  return leadOn(reply, page)
}

function noState() {
  return new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
}

async function open(
  auth: Auth,
  request: FastifyRequest,
  visit: TakenVisit,
  values: URLSearchParams,
) {
  const provider = providerNamed(auth.providers, visit.provider)
  const outside = await asking(request, provider, () => provider.finish(visit, values))
  const visitor = visitorOf(request)
  const arrival = { provider, outside, visit, visitor }
  const opened = await transact(auth.pool, (db) => enter(auth, db, arrival))
  await forgiveVisit(auth.pool, visitor)
  return opened
}

interface Arrival {
  provider: Provider
  outside: OutsideIdentity
  visit: TakenVisit
  visitor: Visitor
}

async function enter(auth: Auth, db: Queryable, arrival: Arrival): Promise<Opened> {
  const { provider, outside, visit, visitor } = arrival
  const account = visit.sessionId
    ? await linkByHand(db, visit.sessionId, outside, visitor)
    : await arrive(auth, db, outside, visitor)
  if (visit.flowId) return { code: await issueCode(db, visit.flowId, account.id) }
  const proof = { method: provider.method, provider: provider.id }
  return { session: await beginSession(auth, db, { account, ...proof, visitor }) }
}
