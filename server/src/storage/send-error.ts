// Every failure in the shape of this dialect: {statusCode, error, message, code}.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { FilesUnavailable } from '../files/unavailable.ts'
import { explain } from '../http/errors.ts'
import { TooManyRequests } from '../http/request-limits.ts'
import { note } from '../http/request-log.ts'
import { TokenRefused } from '../http/token-refused.ts'
import { asStorageError } from './database-errors.ts'
import {
  filesAway,
  invalidType,
  noRoom,
  StorageError,
  tooLargeBody,
  tooOften,
  unauthorized,
} from './errors.ts'

/** Set before it was clear that the file cannot be sent. */
const ofTheFile = ['content-disposition', 'content-range', 'etag', 'last-modified']

export function sendError(
  given: FastifyError | StorageError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const refusal = given instanceof StorageError ? given : refusalFrom(given, request)
  const { status, sentAs, error, message, code, headers } = refusal
  if (status >= 500) request.log.error({ err: given }, 'A request failed.')
  note(request, { code })
  for (const name of ofTheFile) reply.removeHeader(name)
  return reply
    .code(sentAs)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send({ statusCode: String(status), error, message, code })
}

function refusalFrom(given: FastifyError, request: FastifyRequest): StorageError {
  // First: the lost connection in it is not that of the database.
  if (given instanceof FilesUnavailable) return given.isFull ? noRoom(given) : filesAway(given)
  const error = asStorageError(given)
  if (error instanceof StorageError) return error
  // Also where files end up elsewhere, they come in over a disk of this machine.
  if (isDiskFull(given)) return noRoom(given)
  if (error instanceof TokenRefused) return unauthorized(error.message, error.challenge)
  if (error instanceof TooManyRequests) return tooOften(error.retryAfter)
  if (given.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return invalidType()
  if (given.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLargeBody()
  const { status, headers, answer } = explain(given, request)
  return new StorageError(status, answer.code, answer.message, { headers, sentAs: status })
}

function isDiskFull({ code }: FastifyError) {
  return code === 'ENOSPC' || code === 'EDQUOT'
}
