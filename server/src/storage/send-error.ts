// Sends every error in the form that storage clients expect: {statusCode, error, message, code}.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { FileStoreUnavailable } from '../files/file-store.ts'
import { describeError } from '../http/errors.ts'
import { TooManyRequests } from '../http/rate-limits.ts'
import { addLogFields } from '../http/request-log.ts'
import { TokenRefused } from '../http/identity.ts'
import { asStorageError } from './database.ts'
import {
  filesUnavailable,
  invalidType,
  rateLimited,
  StorageError,
  storageFull,
  tooLargeBody,
  unauthorized,
} from './errors.ts'

/** The error response omits these headers, which a download may have set before it failed. */
const fileHeaders = ['content-disposition', 'content-range', 'etag', 'last-modified']

export function sendError(
  cause: FastifyError | StorageError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const storageError = cause instanceof StorageError ? cause : storageErrorFrom(cause, request)
  const { status, httpStatus, error, message, code, headers } = storageError
  if (status >= 500) request.log.error({ err: cause }, 'A request failed.')
  addLogFields(request, { code })
  for (const name of fileHeaders) reply.removeHeader(name)
  return reply
    .code(httpStatus)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send({ statusCode: String(status), error, message, code })
}

function storageErrorFrom(cause: FastifyError, request: FastifyRequest): StorageError {
  const known = toStorageError(cause)
  if (known) return known
  const { status, headers, body } = describeError(cause, request)
  return new StorageError(status, body.code, body.message, { headers, httpStatus: status })
}

/** Returns undefined for an error that the storage API does not know. */
export function toStorageError(cause: Error): StorageError | undefined {
  // This check must come first, because asStorageError() would treat a lost connection to S3 as a lost database
  // connection.
  if (cause instanceof FileStoreUnavailable) {
    return cause.isFull ? storageFull(cause) : filesUnavailable(cause)
  }
  const error = asStorageError(cause)
  if (error instanceof StorageError) return error
  // The server receives files on the local disk even if it stores them in a bucket, so the local disk can be full.
  const code = 'code' in cause ? cause.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return storageFull(cause)
  if (error instanceof TokenRefused) return unauthorized(error.message, error.challenge)
  if (error instanceof TooManyRequests) return rateLimited(error)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return invalidType()
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLargeBody()
  return undefined
}
