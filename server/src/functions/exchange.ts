// Between Fastify's requests and answers and those of the web's standard.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../http/origin.ts'
import { targetOf } from '../http/target.ts'

export function requestFor(request: FastifyRequest): Request {
  const { method, body } = request
  return new Request(addressOf(request), {
    method,
    headers: readHeaders(request.headers),
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : null,
  })
}

/** A client may have sent any Host header. */
function addressOf(request: FastifyRequest) {
  const path = targetOf(request)
  const address = `${originOf(request) ?? ''}${path}`
  return URL.canParse(address) ? address : `http://localhost${path}`
}

export function readHeaders(given: NodeJS.Dict<number | string | string[]>) {
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(given)) {
    for (const one of [value].flat()) headers.append(name, String(one))
  }
  return headers
}

interface Answer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer | undefined
}

/** What speaks of the connection is for the server to say. */
const ownHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Read as a whole before anything is sent, so that a failure still gets an answer of its own. */
export async function readAnswer(answer: unknown): Promise<Answer> {
  if (!(answer instanceof Response)) throw new TypeError('The function did not answer a Response.')
  const { status, headers, body } = answer
  const cookies = headers.getSetCookie()
  return {
    status,
    headers: {
      ...Object.fromEntries([...headers].filter(([name]) => !ownHeaders.has(name))),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    },
    body: body ? Buffer.from(await answer.arrayBuffer()) : undefined,
  }
}

export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer) {
  reply.code(status).headers(headers).send(body)
}
