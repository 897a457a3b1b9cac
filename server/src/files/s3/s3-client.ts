// One question to a service that speaks S3, and what its refusals mean to us.
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { FilesUnavailable } from '../unavailable.ts'

export interface S3Bucket {
  name: string
  region: string
  /** Amazon's own where it is missing. */
  endpoint: string | undefined
  /** The bucket's name stands in the path, and not in the name of the machine. */
  isPathStyle: boolean
  keyId: string
  key: string
}

/** In milliseconds: for an answer; and how many bytes the line brings at least in one. */
export interface Patience {
  answer: number
  bytes: number
}

export const usualPatience: Patience = { answer: 15_000, bytes: 64 }

export function openClient({ region, endpoint, isPathStyle, keyId, key }: S3Bucket) {
  const agent = { maxSockets: 500, keepAlive: true }
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId: keyId, secretAccessKey: key },
    // Sums are our own: those that follow a body many services do not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    logger: quiet,
    // A body may be read slowly, so the sockets themselves have no limit.
    requestHandler: { connectionTimeout: 3000, httpAgent: agent, httpsAgent: agent },
  })
}

/** What it would say is in the errors too, and those are logged by whoever asked. */
const quiet = { debug: say, info: say, warn: say, error: say }

function say() {}

type Ask<Answer> = (abort: { abortSignal: AbortSignal }) => Promise<Answer>

/**
 * As long as it takes to have the answer that is asked for: its head, or all of it.
 * @param moved  How much has been sent so far; as long as that grows, the time begins anew.
 */
export async function within<Answer>(
  milliseconds: number,
  ask: Ask<Answer>,
  moved = () => 0,
): Promise<Answer> {
  const limit = new AbortController()
  let last = moved()
  const look = () => {
    const now = moved()
    if (now === last) return limit.abort()
    last = now
    timer.refresh()
  }
  const timer = setTimeout(look, milliseconds)
  try {
    return await ask({ abortSignal: limit.signal })
  } catch (error) {
    throw limit.signal.aborted
      ? new FilesUnavailable('The S3 service did not answer in time.', { cause: error })
      : asUnavailable(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Undefined where there is no such object; a missing bucket is another matter. */
export async function unlessNoSuchKey<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked
  } catch (error) {
    const { cause } = error instanceof FilesUnavailable ? error : {}
    if (cause instanceof S3ServiceException && cause.name === 'NoSuchKey') return undefined
    throw error
  }
}

export function wrongAnswer(what: string) {
  return new FilesUnavailable(`The S3 service answered wrongly: ${what}.`)
}

/** What the line says, and its TLS. A disk of ours or a mistake of ours is not the service. */
const ofTheLine =
  /^(?:ECONN|EHOST|ENET|EPIPE$|ETIMEDOUT$|EADDRNOTAVAIL$|ENOTFOUND$|EAI_|EPROTO$|HPE_|ERR_TLS|ERR_SSL|UNABLE_|CERT_|DEPTH_|SELF_)/u

function isOfTheService(error: Error) {
  if (error instanceof S3ServiceException || error.name === 'TimeoutError') return true
  // An answer that could not be read.
  return '$response' in error || ('code' in error && ofTheLine.test(String(error.code)))
}

function asUnavailable(error: unknown) {
  if (!(error instanceof Error) || !isOfTheService(error)) return error
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  const isFull = status === 507 || /^(?:XMinioStorageFull|QuotaExceeded)/u.test(error.name)
  const said = [status, error.name, error.message].filter(Boolean).join(' ')
  return new FilesUnavailable(`The S3 service refused: ${said}`, { isFull, cause: error })
}
