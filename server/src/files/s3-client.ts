// Sends requests to an S3 service and translates its failures.
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { FileStoreUnavailable } from './file-store.ts'

export interface S3Bucket {
  name: string
  region: string
  /** Defaults to Amazon's endpoint. */
  endpoint: string | undefined
  /** True if the path of a URL contains the bucket's name, and false if the host name does. */
  isPathStyle: boolean
  keyId: string
  key: string
}

export interface S3Timeouts {
  responseMs: number
  /** The minimum expected speed of an upload, in bytes per millisecond. */
  minUploadBytesPerMs: number
}

export const defaultTimeouts: S3Timeouts = { responseMs: 15_000, minUploadBytesPerMs: 64 }

export function openClient({ region, endpoint, isPathStyle, keyId, key }: S3Bucket) {
  const agent = { maxSockets: 500, keepAlive: true }
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId: keyId, secretAccessKey: key },
    // S3Store sends checksums in headers, because many services do not support the SDK's checksums after the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    logger: quiet,
    // Sockets have no idle timeout, because a client may read a download slowly.
    requestHandler: { connectionTimeout: 3000, httpAgent: agent, httpsAgent: agent },
  })
}

/** Silences the SDK, because the callers log the SDK's errors. */
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore }

function ignore() {}

type Send<Response> = (abort: { abortSignal: AbortSignal }) => Promise<Response>

/**
 * Aborts the request after the timeout, which starts again while bytes are sent.
 * @param bytesSent  Returns how many bytes were sent.
 */
export async function sendWithTimeout<Response>(
  timeoutMs: number,
  send: Send<Response>,
  bytesSent = () => 0,
): Promise<Response> {
  const timeout = new AbortController()
  let lastBytes = bytesSent()
  const checkProgress = () => {
    const bytes = bytesSent()
    if (bytes === lastBytes) return timeout.abort()
    lastBytes = bytes
    timer.refresh()
  }
  const timer = setTimeout(checkProgress, timeoutMs)
  try {
    return await send({ abortSignal: timeout.signal })
  } catch (error) {
    throw timeout.signal.aborted
      ? new FileStoreUnavailable('The S3 service did not answer in time.', { cause: error })
      : asUnavailable(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves to undefined if the object does not exist. A missing bucket is still an error. */
export async function unlessNoSuchKey<Response>(
  response: Promise<Response>,
): Promise<Response | undefined> {
  try {
    return await response
  } catch (error) {
    const { cause } = error instanceof FileStoreUnavailable ? error : {}
    if (cause instanceof S3ServiceException && cause.name === 'NoSuchKey') return undefined
    throw error
  }
}

export function unexpectedResponse(what: string) {
  return new FileStoreUnavailable(`The S3 service answered wrongly: ${what}.`)
}

/** The codes of network and TLS errors. */
const networkErrors =
  /^(?:ECONN|EHOST|ENET|EPIPE$|ETIMEDOUT$|EADDRNOTAVAIL$|ENOTFOUND$|EAI_|EPROTO$|HPE_|ERR_TLS|ERR_SSL|UNABLE_|CERT_|DEPTH_|SELF_)/u

function isServiceFailure(error: Error) {
  if (error instanceof S3ServiceException || error.name === 'TimeoutError') return true
  // The SDK adds $response to the error if it could not parse a response.
  return '$response' in error || ('code' in error && networkErrors.test(String(error.code)))
}

function asUnavailable(error: unknown) {
  if (!(error instanceof Error) || !isServiceFailure(error)) return error
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  const isFull = status === 507 || /^(?:XMinioStorageFull|QuotaExceeded)/u.test(error.name)
  const description = [status, error.name, error.message].filter(Boolean).join(' ')
  return new FileStoreUnavailable(`The S3 service refused: ${description}`, {
    isFull,
    cause: error,
  })
}
