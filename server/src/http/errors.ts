// Sends error responses of the form {code, message}. Dialects with another form set their own error handlers.
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addLogFields } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'

export interface ErrorBody {
  code: string
  message: string
}

export function sendNotFound(reply: FastifyReply) {
  const body: ErrorBody = { code: 'not_found', message: 'There is nothing at this address.' }
  return reply.code(404).send(body)
}

export function setErrorHandler(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, headers, body } = describeError(error, request)
    return reply.code(status).headers(headers).send(body)
  })
}

/** Describes an error for the client, and logs it if it is the server's fault. */
export function describeError(error: FastifyError, request: FastifyRequest) {
  const status = statusOf(error)
  if (status >= 500) request.log.error({ err: error }, 'A request failed.')
  const headers = status === 503 ? { 'retry-after': '1' } : {}
  const body = toErrorBody(error, status, request)
  addLogFields(request, { code: body.code })
  return { status, headers, body }
}

/** A request whose URL cannot be decoded never reaches a route. */
export function rejectBadAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  request.log.info({ code: error.code }, 'bad address')
  const body: ErrorBody = { code: 'bad_request', message: 'This address cannot be decoded.' }
  return reply
    .code(400)
    .headers({ 'x-request-id': request.id, ...securityHeaders })
    .send(body)
}

function statusOf({ statusCode = 500 }: FastifyError) {
  return statusCode >= 400 && statusCode < 600 ? statusCode : 500
}

function toErrorBody(error: FastifyError, status: number, request: FastifyRequest): ErrorBody {
  if (status < 500) return { code: refusals[error.code] ?? 'bad_request', message: error.message }
  if (status === 503) return { code: 'unavailable', message: 'The server is busy. Try again soon.' }
  return {
    code: 'internal_error',
    message: `Something went wrong here. Try again. If it happens again, report it as ${request.id}.`,
  }
}

const refusals: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}

const unreadableErrors: Record<string, [status: number, body: ErrorBody]> = {
  HPE_HEADER_OVERFLOW: [431, { code: 'headers_too_large', message: 'The headers are too large.' }],
  ERR_HTTP_REQUEST_TIMEOUT: [408, { code: 'timeout', message: 'The request took too long.' }],
}

/** Responds to a request that is not valid HTTP, has headers that are too large, or arrives too slowly. */
export function rejectUnreadable(error: Error & { code?: string }, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, body] = unreadableErrors[error.code ?? ''] ?? [
    400,
    { code: 'bad_request', message: 'This is not a valid HTTP request.' },
  ]
  const text = JSON.stringify(body)
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...securityHeaders,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
}
