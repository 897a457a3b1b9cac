import type { FastifyReply } from 'fastify'
import { lostFile } from '../errors.ts'
import type { Found, Sought } from './sought.ts'

/** A file may have been replaced since its row was read: then the new one is sent. */
export async function untilSent(
  reply: FastifyReply,
  find: Sought['find'],
  send: (found: Found) => Promise<boolean>,
): Promise<FastifyReply> {
  let found = await find()
  while (!(await send(found))) {
    const again = await find()
    if (again.object.version === found.object.version) throw lostFile(again.object.id)
    found = again
  }
  return reply
}
