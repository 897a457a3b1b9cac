import type { FastifyRequest } from 'fastify'
import { enqueue } from '../../database/outbox.ts'
import { beginFlow } from '../flow.ts'
import { beginMail } from '../limits.ts'
import type { Auth } from '../parts.ts'
import { wantedRedirect } from '../redirects.ts'
import { visitorOf } from '../visitor.ts'
import type { LinkWork } from '../work.ts'

type Challenge = Parameters<typeof beginFlow>[1]

/** Takes a wish for a mail down. Whether there is anybody to send it to is looked up afterwards. */
export async function askForLink(
  { pool, settings }: Auth,
  request: FastifyRequest,
  challenge: Challenge,
  wanted: Omit<LinkWork, 'redirectTo' | 'flowId'>,
) {
  const redirectTo = wantedRedirect(settings, request)
  await beginMail(pool, wanted.newEmail ?? wanted.email, visitorOf(request))
  const flowId = await beginFlow(pool, challenge, wanted.purpose)
  await enqueue(pool, 'auth.link', { ...wanted, redirectTo, flowId })
  return {}
}
