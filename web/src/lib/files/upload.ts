// Uploads one file and reports the progress, which supabase-js cannot do.
import { dataOf, errorFieldsOf, Failure, textIn } from '../errors.ts'
import { fetchPublicConfig } from '../public-config.ts'
import { supabase } from '../supabase.ts'
import { type FileKindName, fileKinds } from './file-kinds.ts'

export interface Upload {
  kind: FileKindName
  /** The path in the bucket, from `newPath`, which is the same for a retry. */
  path: string
  file: File
  onProgress: (percent: number) => void
  signal: AbortSignal
}

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
}

/** Returns `{userId}/{kind}/{random}.{ext}`, without any part of the original name. */
export function newPath(userId: string, kind: FileKindName, { type }: File) {
  return `${userId}/${kind}/${crypto.randomUUID()}.${extensions[type] ?? 'bin'}`
}

/** Files above this size are uploaded in parts, so that their upload can continue after a lost connection. */
const maxWholeBytes = 6 * 1024 * 1024

/** Throws a Failure if the server refuses the file, and an AbortError if `signal` aborts the upload. */
export async function upload(wanted: Upload): Promise<void> {
  const { auth } = await supabase()
  const { data, error } = await auth.getSession()
  if (error) throw error
  const answer = await send(wanted, data.session?.access_token)
  if (answer.status !== 401) return check(answer)
  // The token may have expired, so try once more with a new one.
  const renewed = await auth.refreshSession()
  if (renewed.error) throw renewed.error
  check(await send(wanted, renewed.data.session?.access_token))
}

export async function removeUpload(kind: FileKindName, path: string) {
  const { storage } = await supabase()
  const { error } = await storage.from(fileKinds[kind].bucket).remove([path])
  if (error) throw error
}

/** Removes the user's stored files of one kind, except for the file `kept`. */
export async function removeOtherUploads(kind: FileKindName, userId: string, kept?: string) {
  const { storage } = await supabase()
  const files = storage.from(fileKinds[kind].bucket)
  const folder = `${userId}/${kind}`
  const stored = dataOf(await files.list(folder, { limit: 1000 }))
  const paths = stored.map(({ name }) => `${folder}/${name}`).filter((path) => path !== kept)
  if (paths.length > 0) dataOf(await files.remove(paths))
}

interface UploadResponse {
  status: number
  text: string
}

async function send(wanted: Upload, token = '') {
  const { file } = wanted
  const site = await fetchPublicConfig()
  if (file.size <= maxWholeBytes) return sendWhole(wanted, site, token)
  const { uploadInParts } = await import('./resumable-upload.ts')
  return uploadInParts({
    ...wanted,
    url: site.url,
    bucket: fileKinds[wanted.kind].bucket,
    headers: { apikey: site.anonKey, 'x-upsert': 'true' },
    accessToken: async () => (await currentToken()) ?? token,
  })
}

async function currentToken() {
  const { auth } = await supabase()
  return (await auth.getSession()).data.session?.access_token
}

interface Site {
  url: string
  anonKey: string
}

async function sendWhole(
  { kind, path, file, onProgress, signal }: Upload,
  { url, anonKey }: Site,
  token: string,
) {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<UploadResponse>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  request.open('POST', `${url}/storage/v1/object/${fileKinds[kind].bucket}/${path}`)
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.setRequestHeader('apikey', anonKey)
  request.setRequestHeader('content-type', file.type)
  request.setRequestHeader('cache-control', 'max-age=3600')
  request.setRequestHeader('x-upsert', 'true')
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    onProgress(Math.floor((100 * loaded) / Math.max(total, 1)))
  })
  request.addEventListener('load', () => {
    resolve({ status: request.status, text: request.responseText })
  })
  request.addEventListener('error', () => reject(new TypeError('The network failed.')))
  request.addEventListener('abort', () =>
    reject(new DOMException('The upload was stopped.', 'AbortError')),
  )
  signal.addEventListener('abort', abort)
  request.send(file)
  return promise.finally(() => signal.removeEventListener('abort', abort))
}

/** The storage API sends the code of its refusal as `error`, but a proxy sends no code. */
function check({ status, text }: UploadResponse) {
  if (status >= 200 && status < 300) return
  const body = parse(text)
  throw new Failure({
    ...errorFieldsOf(body),
    code: status === 401 ? 'session_expired' : textIn(body, 'error'),
    status,
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
