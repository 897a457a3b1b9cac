// Converts between the requests and responses of Fastify and those of the web standard.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf, targetOf } from '../http/request-address.ts'

export function toWebRequest(request: FastifyRequest): Request {
  const { method, body } = request
  return new Request(urlOf(request), {
    method,
    headers: toHeaders(request.headers),
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : null,
  })
}

/** Uses localhost if the Host header is invalid. */
function urlOf(request: FastifyRequest) {
  const path = targetOf(request)
  const address = `${originOf(request) ?? ''}${path}`
  return URL.canParse(address) ? address : `http://localhost${path}`
}

function toHeaders(fields: NodeJS.Dict<number | string | string[]>) {
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(fields)) {
    for (const one of [value].flat()) headers.append(name, String(one))
  }
  return headers
}

interface FunctionResponse {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer | undefined
}

/** These headers are not copied from the response of a function, because Fastify sets them for the connection. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Reads the complete response first, so that the server can still send an error response. */
export async function readResponse(response: unknown): Promise<FunctionResponse> {
  if (!(response instanceof Response))
    throw new TypeError('The function did not answer a Response.')
  const { status, headers, body } = response
  const cookies = headers.getSetCookie()
  return {
    status,
    headers: {
      ...Object.fromEntries([...headers].filter(([name]) => !connectionHeaders.has(name))),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    },
    body: body ? Buffer.from(await response.arrayBuffer()) : undefined,
  }
}

export function sendResponse(reply: FastifyReply, { status, headers, body }: FunctionResponse) {
  reply.code(status).headers(headers).send(body)
}

export type ApiClient = (path: string, init?: RequestInit) => Promise<Response>

/** OPTIONS is missing, because the server answers OPTIONS requests before they reach a function. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const statusesWithoutBody = new Set([204, 205, 304])

/**
 * Returns a function that calls the API of this server within the process. The client's address is kept, because rate
 * limits count by address.
 */
export function createApiClient(app: FastifyInstance, remoteAddress: string): ApiClient {
  return async (path, init) => {
    if (!path.startsWith('/')) throw new TypeError(`The path ${path} does not begin with a slash.`)
    const request = new Request(`http://localhost${path}`, init)
    const { pathname, search } = new URL(request.url)
    const injected = await app.inject({
      method: methodOf(request),
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      remoteAddress,
      ...(request.body ? { payload: Buffer.from(await request.arrayBuffer()) } : {}),
    })
    const body = statusesWithoutBody.has(injected.statusCode)
      ? null
      : new Uint8Array(injected.rawPayload)
    return new Response(body, { status: injected.statusCode, headers: toHeaders(injected.headers) })
  }
}

function methodOf({ method }: Request) {
  const known = methods.find((one) => one === method)
  if (!known) throw new TypeError(`The method ${method} is not served.`)
  return known
}
