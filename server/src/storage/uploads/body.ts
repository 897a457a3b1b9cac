// The file in a request: its whole body, or one part of a form.
import type { FastifyRequest } from 'fastify'
import { brokenOff } from '../errors.ts'
import { receiveForm } from './form.ts'
import { type Received, saidInHeaders } from './said.ts'
import { watch } from './watch.ts'
import { type Room, upTo, writeTo } from './write.ts'

export function isForm({ headers }: FastifyRequest) {
  return /^multipart\/form-data\b/iu.test(headers['content-type'] ?? '')
}

/** As far as the head of the request tells. */
export function declaredSize({ headers }: FastifyRequest) {
  return Number(headers['content-length'] ?? 0)
}

export async function receive(request: FastifyRequest, room: Room): Promise<Received> {
  const { heard, late, end } = watch()
  try {
    const received = isForm(request)
      ? receiveForm(request, room, heard)
      : receiveRaw(request, room, heard)
    return await Promise.race([received, late])
  } catch (error) {
    if (request.raw.readableAborted || request.raw.errored) throw brokenOff()
    throw error
  } finally {
    end()
  }
}

async function receiveRaw(request: FastifyRequest, { path, mostBytes }: Room, heard: () => void) {
  const said = saidInHeaders(request)
  return { ...(await writeTo(path, request.raw, { grew: upTo(mostBytes, heard) })), said }
}
