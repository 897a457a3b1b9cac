// Uploads a large file by the TUS protocol, which can resume after a lost connection.
import { DetailedError, type HttpResponse, Upload as TusUpload } from 'tus-js-client'

const partBytes = 6 * 1024 * 1024

/** The delays before retries, which add up to about two minutes. */
const retryDelaysMs = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000]

interface ResumableUpload {
  url: string
  bucket: string
  path: string
  file: File
  headers: Record<string, string>
  onProgress: (percent: number) => void
  signal: AbortSignal
  /** Returns a valid token, because an upload can take longer than a token lasts. */
  accessToken: () => Promise<string>
}

interface UploadResponse {
  status: number
  text: string
}

/** Maps the path of each unfinished file to the URL where a retry continues the upload. */
const unfinished = new Map<string, string>()

/** Rejects if the network fails for minutes, or if `signal` aborts the upload. */
export async function uploadInParts(wanted: ResumableUpload): Promise<UploadResponse> {
  const { url, bucket, path, file, headers, onProgress, signal, accessToken } = wanted
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<UploadResponse>()
  const upload: TusUpload = new TusUpload(file, {
    endpoint: `${url}/storage/v1/upload/resumable`,
    uploadUrl: unfinished.get(path) ?? null,
    chunkSize: partBytes,
    retryDelays: retryDelaysMs,
    // Do not store a fingerprint, because no data about a file may stay on the device after a logout.
    storeFingerprintForResuming: false,
    headers,
    metadata: {
      bucketName: bucket,
      objectName: path,
      contentType: file.type,
      cacheControl: '3600',
    },
    onBeforeRequest: async (request) => {
      request.setHeader('authorization', `Bearer ${await accessToken()}`)
    },
    onShouldRetry: (error) => isTransient(responseTo(error)?.getStatus() ?? 0),
    onUploadUrlAvailable: () => void unfinished.set(path, upload.url ?? ''),
    onProgress: (sent, total) => onProgress(Math.floor((100 * sent) / Math.max(total, 1))),
    onSuccess: () => {
      unfinished.delete(path)
      resolve({ status: 200, text: '' })
    },
    onError: (error) => {
      const response = responseTo(error)
      if (!response) return reject(new TypeError('The network failed.'))
      if (!isTransient(response.getStatus())) unfinished.delete(path)
      resolve({ status: response.getStatus(), text: response.getBody() })
    },
  })
  const abort = () => {
    unfinished.delete(path)
    // Ignore a failure, because the server removes the received part after a day.
    void upload.abort(true).catch(() => undefined)
    reject(new DOMException('The upload was stopped.', 'AbortError'))
  }
  signal.addEventListener('abort', abort)
  upload.start()
  return promise.finally(() => signal.removeEventListener('abort', abort))
}

function responseTo(error: Error | DetailedError): HttpResponse | null {
  return error instanceof DetailedError ? error.originalResponse : null
}

/** The status is 0 if the network failed. */
function isTransient(status: number) {
  return status === 0 || status >= 500 || [408, 409, 423, 429].includes(status)
}
