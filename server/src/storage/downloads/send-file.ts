import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Part } from '../../files/file-store.ts'
import { storedOf } from '../objects/object.ts'
import type { Storage } from '../parts.ts'
import { sendBytes } from './send-bytes.ts'
import type { Found, Sought } from './sought.ts'
import { untilSent } from './until-sent.ts'

/** A file as it is. */
export async function sendFile(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  { who, find }: Sought,
): Promise<FastifyReply> {
  return untilSent(reply, find, (found) => sendWhole(storage, request, reply, { found, who }))
}

/** False where there is nothing to send. */
export async function sendWhole(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  { found, who }: { found: Found; who: string },
): Promise<boolean> {
  const { version } = found.object
  const { eTag, mimetype: type, size } = storedOf(found.object)
  const open = async (part: Part | undefined) =>
    version === null ? undefined : storage.files.open(version, { size, part })
  const body = async () => ({ type, size, open })
  return sendBytes(storage, request, reply, { found, who, eTag, body })
}
