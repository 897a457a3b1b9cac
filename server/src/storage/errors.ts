// The refusals of this dialect, with the words that its clients know.
interface Extras {
  headers?: Record<string, string | string[]>
  /** The status of the answer, where `sentAs` would say another. */
  sentAs?: number
  code?: string
  /** For the log. */
  cause?: unknown
}

/** Its status stands in the answer: clients read it there. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly status: number
  readonly sentAs: number
  readonly error: string
  readonly code: string
  readonly headers: Record<string, string | string[]>

  constructor(status: number, error: string, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause })
    this.status = status
    this.sentAs = extras.sentAs ?? sentAs(status)
    this.error = error
    this.code = extras.code ?? codes.get(error) ?? error
    this.headers = extras.headers ?? {}
  }
}

/** Newer clients look at these, older ones at the words. Where they are the same, a word is its own code. */
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

/** What tells a browser, a proxy or our own client what to do next. */
const meansWhatItSays = new Set([401, 408, 416, 429])

/** As the original has it: a refusal goes out as 400, whatever its status. */
function sentAs(status: number) {
  return status >= 500 || meansWhatItSays.has(status) ? status : 400
}

export const invalid = (message: string) => new StorageError(400, 'InvalidRequest', message)

export const invalidName = (name: string) =>
  new StorageError(
    400,
    'InvalidKey',
    `Invalid key: ${encodeURIComponent(name.toWellFormed().slice(0, 100).toWellFormed())}`,
  )

export const invalidBucketName = () => new StorageError(400, 'Invalid Input', 'Bucket name invalid')

export const takenBucketName = (id: string) =>
  new StorageError(400, 'Invalid Input', `A bucket cannot be named ${id}: addresses begin so.`)

export const brokenOff = () => invalid('The upload was broken off.')

/** Said to nobody, and no failure of ours. */
export const nobodyWaits = () => invalid('The download was broken off.')

export const expiredLink = () => new StorageError(400, 'InvalidJWT', 'This link has expired.')

export const badLink = (why: string) => new StorageError(400, 'InvalidSignature', why)

export const notSupported = (what: string) =>
  new StorageError(400, 'NotSupported', `${what} not supported here.`)

/** Who comes without a token, or with what is none. */
export const noToken = () => new StorageError(403, 'Unauthorized', 'Invalid Compact JWS')

export const unauthorized = (message: string, challenge: string) =>
  new StorageError(401, 'Unauthorized', message, { headers: { 'www-authenticate': challenge } })

export const forbidden = (message = 'This is not yours to change.') =>
  new StorageError(403, 'Unauthorized', message)

export const noSuchBucket = () => new StorageError(404, 'Bucket not found', 'Bucket not found')

export const noSuchObject = () => new StorageError(404, 'not_found', 'Object not found')

export const noSuchCall = () =>
  new StorageError(404, 'not_found', 'There is nothing at this address.', {
    sentAs: 404,
    code: 'NotFound',
  })

export const stalled = () => new StorageError(408, 'timeout', 'The upload took too long.')

export const isThere = () => new StorageError(409, 'Duplicate', 'The resource already exists')

export const notEmpty = () =>
  new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')

export const tooLarge = () =>
  new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')

export const tooLargeBody = () =>
  new StorageError(
    413,
    'Payload too large',
    'The request is too large. Name fewer objects at once.',
  )

export const tooManyNames = (most: number) =>
  invalid(`Bulk object requests are limited to ${most} objects per request.`)

export const tooManyPixels = (most: number) =>
  new StorageError(413, 'Payload too large', `This picture has more than ${most} pixels.`)

export const tooLargeInside = () =>
  new StorageError(
    413,
    'Payload too large',
    'This picture takes too much memory to be read. Make it smaller, or save it without interlacing.',
  )

export const wrongType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', `mime type ${type.slice(0, 100)} is not supported`)

export const invalidType = () =>
  new StorageError(415, 'invalid_mime_type', 'Invalid Content-Type header')

export const invalidRobots = (why: string) =>
  new StorageError(400, 'invalid_x_robots_tag', `Invalid X-Robots-Tag header: ${why}`)

export const otherType = (declared: string, found: string) =>
  new StorageError(
    415,
    'invalid_mime_type',
    `This file was sent as ${declared.slice(0, 100)}, but it is ${found}.`,
  )

export const unreadablePicture = (cause: unknown) =>
  new StorageError(415, 'invalid_mime_type', 'This picture is damaged and cannot be read.', {
    cause,
  })

export const noPicture = (type: string) =>
  invalid(
    `Only JPEG, PNG, WebP and GIF are made to measure, and this file is ${type.slice(0, 100)}.`,
  )

export const badRange = (size: number) =>
  new StorageError(416, 'invalid_range', 'invalid range provided', {
    headers: { 'content-range': `bytes */${size}` },
  })

export const tooOften = (seconds: number) =>
  new StorageError(429, 'too_many_requests', 'You are asking too often.', {
    headers: { 'retry-after': String(seconds) },
  })

export const lostFile = (id: string) =>
  new StorageError(500, 'InternalError', 'This file is lost.', {
    cause: new Error(`The object ${id} has no file.`),
  })

export const busy = (cause: unknown) =>
  new StorageError(503, 'unavailable', 'The server is busy. Try again soon.', {
    headers: { 'retry-after': '1' },
    cause,
  })

export const noRoom = (cause: unknown) =>
  new StorageError(
    507,
    'InsufficientStorage',
    'There is no room for this file. Nothing was stored.',
    {
      cause,
    },
  )

export const filesAway = (cause: unknown) =>
  new StorageError(503, 'unavailable', 'Files cannot be reached at the moment. Try again soon.', {
    headers: { 'retry-after': '5' },
    cause,
  })

export const tookTooLong = () =>
  new StorageError(504, 'timeout', 'The request took too long and was stopped.')
