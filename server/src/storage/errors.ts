// Defines the refusals of the storage API. Clients recognize some refusals by the exact texts of Supabase Storage.
import type { TooManyRequests } from '../http/rate-limits.ts'

interface ErrorOptions {
  headers?: Record<string, string | string[]>
  /** Overrides the HTTP status that `httpStatusFor` would choose. */
  httpStatus?: number
  code?: string
  /** The original error, which is only logged. */
  cause?: unknown
}

/** A refusal of the storage API, whose `status` clients read as `statusCode` in the body. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly status: number
  readonly httpStatus: number
  readonly error: string
  readonly code: string
  readonly headers: Record<string, string | string[]>

  constructor(status: number, error: string, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.status = status
    this.httpStatus = options.httpStatus ?? httpStatusFor(status)
    this.error = error
    this.code = options.code ?? codes.get(error) ?? error
    this.headers = options.headers ?? {}
  }
}

/** Maps errors for older clients to codes for newer clients. An error that is not listed is its own code. */
const codes = new Map([
  ['Unauthorized', 'AccessDenied'],
  ['Bucket not found', 'NoSuchBucket'],
  ['not_found', 'NoSuchKey'],
  ['Duplicate', 'ResourceAlreadyExists'],
  ['Payload too large', 'EntityTooLarge'],
  ['Invalid Input', 'InvalidBucketName'],
  ['invalid_mime_type', 'InvalidMimeType'],
  ['invalid_range', 'InvalidRange'],
  ['invalid_x_robots_tag', 'InvalidRequest'],
])

/** The statuses that browsers, proxies or our web app handle in a special way. */
const meaningfulStatuses = new Set([401, 408, 416, 429])

/** As in Supabase Storage, the HTTP status is usually 400, even if the body's `statusCode` is different. */
function httpStatusFor(status: number) {
  return status >= 500 || meaningfulStatuses.has(status) ? status : 400
}

export const invalid = (message: string) => new StorageError(400, 'InvalidRequest', message)

export const invalidName = (name: string) =>
  new StorageError(
    400,
    'InvalidKey',
    `Invalid key: ${encodeURIComponent(name.toWellFormed().slice(0, 100).toWellFormed())}`,
  )

export const invalidBucketName = () => new StorageError(400, 'Invalid Input', 'Bucket name invalid')

export const reservedBucketName = (id: string) =>
  new StorageError(
    400,
    'Invalid Input',
    `A bucket cannot be named ${id} because addresses use this word.`,
  )

export const uploadAborted = () => invalid('The upload was interrupted.')

/** This error is never sent, because the client has disconnected. */
export const downloadAborted = () => invalid('The download was interrupted.')

export const expiredLink = () => new StorageError(400, 'InvalidJWT', 'This link has expired.')

export const badLink = (why: string) => new StorageError(400, 'InvalidSignature', why)

export const notSupported = (what: string) =>
  new StorageError(400, 'NotSupported', `${what} not supported here.`)

/** Refuses a request whose token is not a JWT. */
export const badToken = () => new StorageError(403, 'Unauthorized', 'Invalid Compact JWS')

export const noToken = () =>
  new StorageError(400, 'Error', "headers must have required property 'authorization'", {
    code: 'InvalidRequest',
  })

export const unauthorized = (message: string, challenge: string) =>
  new StorageError(401, 'Unauthorized', message, { headers: { 'www-authenticate': challenge } })

export const forbidden = (message = 'Access denied') =>
  new StorageError(403, 'Unauthorized', message)

/** Refuses a request that only the server's own key may send, with the HTTP status of Supabase Storage. */
export const serverOnly = () =>
  new StorageError(403, 'Unauthorized', 'Access denied: Invalid role', { httpStatus: 403 })

export const noSuchBucket = () => new StorageError(404, 'Bucket not found', 'Bucket not found')

export const noSuchObject = () => new StorageError(404, 'not_found', 'Object not found')

export const noSuchUpload = () =>
  new StorageError(404, 'not_found', 'Upload not found', { code: 'NoSuchUpload' })

export const noSuchRoute = () =>
  new StorageError(404, 'not_found', 'There is nothing at this address.', {
    httpStatus: 404,
    code: 'NotFound',
  })

export const uploadTimedOut = () => new StorageError(408, 'timeout', 'The upload took too long.')

export const alreadyExists = () => new StorageError(409, 'Duplicate', 'The resource already exists')

export const bucketNotEmpty = () =>
  new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')

export const tooLarge = () =>
  new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')

export const tooLargeBody = () =>
  new StorageError(
    413,
    'Payload too large',
    'The request is too large. Send fewer objects at a time.',
  )

export const tooManyNames = (max: number) =>
  invalid(`Bulk object requests are limited to ${max} objects per request.`)

export const tooManyPixels = (max: number) =>
  new StorageError(413, 'Payload too large', `This picture has more than ${max} pixels.`)

export const tooMuchMemory = () =>
  new StorageError(
    413,
    'Payload too large',
    'This picture needs too much memory. Make it smaller, or save it without interlacing.',
  )

export const wrongType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', `mime type ${type.slice(0, 100)} is not supported`)

export const invalidType = () =>
  new StorageError(415, 'invalid_mime_type', 'Invalid Content-Type header')

export const invalidRobots = (why: string) =>
  new StorageError(400, 'invalid_x_robots_tag', `Invalid X-Robots-Tag header: ${why}`)

export const typeMismatch = (declared: string) =>
  new StorageError(415, 'invalid_mime_type', `This isn't a valid ${formatNoun(declared)}.`)

function formatNoun(type: string) {
  if (type === 'application/pdf') return 'PDF'
  const [family = ''] = type.split('/', 1)
  if (family === 'image' || family === 'video') return family
  if (family === 'audio' || family === 'text') return `${family} file`
  return `file of type ${type.slice(0, 100)}`
}

export const unreadableImage = (cause: unknown) =>
  new StorageError(415, 'invalid_mime_type', 'This picture is damaged and cannot be read.', {
    cause,
  })

export const notTransformable = (type: string) =>
  invalid(
    `Only JPEG, PNG, WebP and GIF files can be resized, and this file is ${type.slice(0, 100)}.`,
  )

export const badRange = (size: number) =>
  new StorageError(416, 'invalid_range', 'invalid range provided', {
    headers: { 'content-range': `bytes */${size}` },
  })

export const rateLimited = ({ retryAfter, message }: TooManyRequests) =>
  new StorageError(429, 'too_many_requests', message, {
    headers: { 'retry-after': String(retryAfter) },
  })

export const fileMissing = (id: string) =>
  new StorageError(500, 'InternalError', 'This file is missing on the server.', {
    cause: new Error(`The object ${id} has no file.`),
  })

export const busy = (cause: unknown) =>
  new StorageError(503, 'unavailable', 'The server is busy. Try again soon.', {
    headers: { 'retry-after': '1' },
    cause,
  })

export const storageFull = (cause: unknown) =>
  new StorageError(
    507,
    'InsufficientStorage',
    'The server has no space left for this file. Nothing was stored.',
    {
      cause,
    },
  )

export const filesUnavailable = (cause: unknown) =>
  new StorageError(503, 'unavailable', 'Files are unavailable right now. Try again soon.', {
    headers: { 'retry-after': '5' },
    cause,
  })

export const queryTimedOut = () =>
  new StorageError(504, 'timeout', 'The request took too long and was stopped.')
