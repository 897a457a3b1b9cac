// The refusals of this dialect, with the words that its clients know.
interface Extras {
  headers?: Record<string, string | string[]>
  /** For the log. */
  cause?: unknown
}

/** The status stands in the answer, too: clients read it there. Unlike the original we send it as the status. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly status: number
  readonly error: string
  readonly headers: Record<string, string | string[]>

  constructor(status: number, error: string, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause })
    this.status = status
    this.error = error
    this.headers = extras.headers ?? {}
  }
}

export const invalid = (message: string) => new StorageError(400, 'InvalidRequest', message)

export const invalidName = (name: string) =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${name.slice(0, 100)}`)

export const invalidBucketName = () => new StorageError(400, 'Invalid Input', 'Bucket name invalid')

export const takenBucketName = (id: string) =>
  new StorageError(400, 'Invalid Input', `A bucket cannot be named ${id}: addresses begin so.`)

export const brokenOff = () => invalid('The upload was broken off.')

export const badLink = (why: string) => new StorageError(400, 'InvalidJWT', why)

export const notSupported = (what: string) =>
  new StorageError(400, 'NotSupported', `${what} not supported here.`)

export const unauthorized = (message: string, challenge: string) =>
  new StorageError(401, 'Unauthorized', message, { headers: { 'www-authenticate': challenge } })

export const forbidden = (message = 'This is not yours to change.') =>
  new StorageError(403, 'Unauthorized', message)

export const noSuchBucket = () => new StorageError(404, 'Bucket not found', 'Bucket not found')

export const noSuchObject = () => new StorageError(404, 'not_found', 'Object not found')

export const noSuchCall = () =>
  new StorageError(404, 'not_found', 'There is nothing at this address.')

export const stalled = () => new StorageError(408, 'timeout', 'The upload took too long.')

export const isThere = () => new StorageError(409, 'Duplicate', 'The resource already exists')

export const notEmpty = () =>
  new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')

export function tooLarge(most: number) {
  const message = `The object exceeded the maximum allowed size of ${most} bytes`
  return new StorageError(413, 'Payload too large', message)
}

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

export const tookTooLong = () =>
  new StorageError(504, 'timeout', 'The request took too long and was stopped.')
