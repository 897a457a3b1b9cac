import type { FastifyRequest } from 'fastify'
import { enqueue } from '../../postgres/outbox.ts'
import { beginFlow } from '../flow.ts'
import { beginMail } from '../limits.ts'
import type { Auth } from '../parts.ts'
import { wantedRedirect } from '../redirects.ts'
import { visitorOf } from '../visitor.ts'
import type { LinkWork } from '../work.ts'

export type Challenge = Parameters<typeof beginFlow>[1]
type Wanted = Omit<LinkWork, 'redirectTo' | 'flowId' | 'ip'>

/** Takes a wish for a mail down. Whether there is anybody to send it to is looked up afterwards. */
export async function askForLink(
  auth: Auth,
  request: FastifyRequest,
  challenge: Challenge,
  wanted: Wanted,
) {
  await enqueue(auth.pool, 'auth.link', await linkWorkFor(auth, request, challenge, wanted))
  return {}
}

/** The wish, checked and counted, for whoever takes it down together with something else. */
export async function linkWorkFor(
  { pool, settings }: Auth,
  request: FastifyRequest,
  challenge: Challenge,
  wanted: Wanted,
): Promise<LinkWork> {
  const redirectTo = wantedRedirect(settings, request)
  const visitor = visitorOf(request)
  await beginMail(pool, wanted.newEmail ?? wanted.email, visitor)
  const flowId = await beginFlow(pool, challenge, wanted.purpose)
  return { ...wanted, redirectTo, flowId, ip: visitor.ip }
}
