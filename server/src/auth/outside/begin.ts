import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { beginFlow } from '../flow.ts'
import { beginVisit as countVisit } from '../limits.ts'
import type { Auth } from '../parts.ts'
import { challenge } from '../read.ts'
import { allowedRedirect } from '../redirects.ts'
import { visitorOf } from '../visitor.ts'
import { asking } from './failures.ts'
import type { Provider } from './provider.ts'
import { beginVisit } from './visits.ts'

/** What clients say when they send somebody to a provider. */
export const visitQuery = z.object({
  redirect_to: z.string().max(2000).optional(),
  // Read and left aside: what a provider gives is used for the sign-in alone.
  scopes: z
    .string()
    .max(500)
    .regex(/^[\w.:/, -]*$/u, 'scopes has signs that no scope has')
    .optional(),
  skip_http_redirect: z.string().optional(),
  ...challenge,
})
export type VisitQuery = z.infer<typeof visitQuery>

interface Wanted {
  provider: Provider
  given: VisitQuery
  /** For a link by hand. */
  sessionId?: string
}

/** The provider's page at which the visit begins. */
export async function beginAt(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, given, sessionId }: Wanted,
): Promise<URL> {
  const page = allowedRedirect(auth.settings, given.redirect_to)
  await countVisit(auth.pool, visitorOf(request))
  const flowId = await beginFlow(auth.pool, given, provider.method, provider.id)
  const { id, comesByForm } = provider
  const wanted = { provider: id, comesByForm, page, flowId, sessionId }
  const visit = await beginVisit(auth, reply, wanted)
  return asking(request, provider, () => provider.begin(visit))
}

/** Scripts ask for the address alone; a browser that was sent here goes there. */
export function sendThere(reply: FastifyReply, address: URL, given: VisitQuery) {
  if (given.skip_http_redirect === 'true') return { url: address.href }
  return reply.redirect(address.href, 302)
}
