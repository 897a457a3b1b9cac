import type { FastifyRequest } from 'fastify'
import { enqueue } from '../../postgres/outbox.ts'
import { beginSms } from '../limits.ts'
import type { Auth } from '../parts.ts'
import { visitorOf } from '../visitor.ts'
import { checkCountry } from './number.ts'
import type { CodeWork } from './work.ts'

type Wanted = Omit<CodeWork, 'ip'>

/** Takes a wish for a message down. Whether there is anybody to send it to is looked up afterwards. */
export async function askForSms(auth: Auth, request: FastifyRequest, wanted: Wanted) {
  await enqueue(auth.pool, 'auth.sms', await countedSms(auth, request, wanted))
  return {}
}

/** The wish, counted, for whoever takes it down together with something else. */
export async function countedSms(
  { pool, settings }: Auth,
  request: FastifyRequest,
  wanted: Wanted,
): Promise<CodeWork> {
  checkCountry(settings, wanted.phone)
  const visitor = visitorOf(request)
  await beginSms(pool, wanted, visitor)
  return { ...wanted, ip: visitor.ip }
}
