// How a function reaches the rest of this server: by the front door, without leaving the process.
import type { FastifyInstance } from 'fastify'
import { readHeaders } from './exchange.ts'

export type Api = (path: string, init?: RequestInit) => Promise<Response>

/** OPTIONS is answered around the dialects. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const statusesWithoutBody = new Set([204, 205, 304])

/** The caller's address goes along, since limits count by it. */
export function reachApi(app: FastifyInstance, remoteAddress: string): Api {
  return async (path, init) => {
    if (!path.startsWith('/')) throw new TypeError(`The path ${path} does not begin with a slash.`)
    const request = new Request(`http://localhost${path}`, init)
    const { pathname, search } = new URL(request.url)
    const answer = await app.inject({
      method: methodOf(request),
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      remoteAddress,
      ...(request.body ? { payload: Buffer.from(await request.arrayBuffer()) } : {}),
    })
    const body = statusesWithoutBody.has(answer.statusCode)
      ? null
      : new Uint8Array(answer.rawPayload)
    return new Response(body, { status: answer.statusCode, headers: readHeaders(answer.headers) })
  }
}

function methodOf({ method }: Request) {
  const known = methods.find((one) => one === method)
  if (!known) throw new TypeError(`The method ${method} is not served.`)
  return known
}
