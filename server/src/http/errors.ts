// What a refused or failed request gets: {code, message}. A dialect with a shape of its own sets its
// own handler around its routes.
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { note } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'

export interface Answer {
  code: string
  message: string
}

export function notFound(reply: FastifyReply) {
  const answer: Answer = { code: 'not_found', message: 'There is nothing at this address.' }
  return reply.code(404).send(answer)
}

export function setErrorHandler(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, headers, answer } = explain(error, request)
    return reply.code(status).headers(headers).send(answer)
  })
}

/** What an error means to whoever asked; what is ours to mend is logged. */
export function explain(error: FastifyError, request: FastifyRequest) {
  const status = statusOf(error)
  if (status >= 500) request.log.error({ err: error }, 'A request failed.')
  const headers = status === 503 ? { 'retry-after': '1' } : {}
  const answer = answerTo(error, status, request)
  note(request, { code: answer.code })
  return { status, headers, answer }
}

/** An address that cannot be decoded never reaches a route. */
export function answerBadAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  request.log.info({ code: error.code }, 'bad address')
  const answer: Answer = { code: 'bad_request', message: 'This address cannot be decoded.' }
  return reply
    .code(400)
    .headers({ 'x-request-id': request.id, ...securityHeaders })
    .send(answer)
}

function statusOf({ statusCode = 500 }: FastifyError) {
  return statusCode >= 400 && statusCode < 600 ? statusCode : 500
}

function answerTo(error: FastifyError, status: number, request: FastifyRequest): Answer {
  if (status < 500) return { code: refusals[error.code] ?? 'bad_request', message: error.message }
  if (status === 503) return { code: 'unavailable', message: 'The server is busy. Try again soon.' }
  return {
    code: 'internal_error',
    message: `Something went wrong here. Try again; if it stays, report it as ${request.id}.`,
  }
}

const refusals: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}

const unreadable: Record<string, [status: number, answer: Answer]> = {
  HPE_HEADER_OVERFLOW: [431, { code: 'headers_too_large', message: 'The headers are too large.' }],
  ERR_HTTP_REQUEST_TIMEOUT: [408, { code: 'timeout', message: 'The request took too long.' }],
}

/** Answers what is not even a request. */
export function answerUnreadable(error: Error & { code?: string }, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, answer] = unreadable[error.code ?? ''] ?? [
    400,
    { code: 'bad_request', message: 'This is not a valid HTTP request.' },
  ]
  const body = JSON.stringify(answer)
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...securityHeaders,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
