// Receives the file of an upload. The file is the whole request body, or one part of a form.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { invalid, tooLarge, uploadAborted } from '../errors.ts'
import { metadataInForm, metadataInHeaders, type UploadMetadata } from './upload-metadata.ts'
import {
  limitProgress,
  startTransferTimeout,
  type WriteTarget,
  type WrittenFile,
  writeStreamToFile,
} from './write-file.ts'

export interface ReceivedFile extends WrittenFile {
  upload: UploadMetadata
}

export async function receiveUpload(
  request: FastifyRequest,
  target: WriteTarget,
): Promise<ReceivedFile> {
  const timeout = startTransferTimeout()
  const receive = isForm(request) ? receiveForm : receiveBody
  try {
    return await Promise.race([receive(request, target, timeout.restart), timeout.expired])
  } catch (error) {
    if (request.raw.readableAborted || request.raw.errored) throw uploadAborted()
    throw error
  } finally {
    timeout.stop()
  }
}

export function isForm({ headers }: FastifyRequest) {
  return /^multipart\/form-data\b/iu.test(headers['content-type'] ?? '')
}

export function declaredSize({ headers }: FastifyRequest) {
  return Number(headers['content-length'] ?? 0)
}

async function receiveBody(
  request: FastifyRequest,
  { path, maxBytes }: WriteTarget,
  restartTimeout: () => void,
): Promise<ReceivedFile> {
  const upload = metadataInHeaders(request)
  const onProgress = limitProgress(maxBytes, restartTimeout)
  return { ...(await writeStreamToFile(path, request.raw, { onProgress })), upload }
}

/** The fields and boundaries of a form may be this many bytes in addition to its file. */
export const maxFormOverheadBytes = 64 * 1024

async function receiveForm(
  request: FastifyRequest,
  { path, maxBytes }: WriteTarget,
  restartTimeout: () => void,
): Promise<ReceivedFile> {
  const { raw } = request
  const form = openForm(raw)
  const fields = new Map<string, string>()
  const files: { type: string; stream: Readable; writing: Promise<WrittenFile> }[] = []
  const formRead = new Promise<void>((resolve, reject) => {
    let size = 0
    raw.on('data', (chunk: Buffer) => {
      size += chunk.length
      restartTimeout()
      if (size > maxBytes + maxFormOverheadBytes) reject(tooLarge())
    })
    raw.on('error', reject).once('aborted', () => reject(uploadAborted()))
    form.on('field', (name, value, _nameIsCut, isCut) => {
      if (isCut) reject(invalid(`The field ${name} has more than ${limits.fieldSize} bytes.`))
      fields.set(name, value)
    })
    form.once('fieldsLimit', () => reject(tooMany('fields', limits.fields)))
    form.once('partsLimit', () => reject(tooMany('parts', limits.parts)))
    form.on('file', (_field, stream: Readable, _name, _encoding, type) => {
      stream.on('error', reject)
      if (files.length > 0) {
        stream.resume()
        reject(invalid('An upload must contain exactly one file.'))
        return
      }
      const onProgress = limitProgress(maxBytes, restartTimeout)
      const writing = writeStreamToFile(path, stream, { onProgress })
      writing.catch(reject)
      files.push({ type, stream, writing })
    })
    // The form can emit several errors, even after its end. An error without a listener would end the process.
    form.on('error', (error) => reject(invalid(`This form cannot be read: ${String(error)}`)))
    form.once('finish', resolve)
    raw.pipe(form)
  })
  try {
    await formRead
    const [file] = files
    if (!file) throw invalid('No content provided')
    const upload = metadataInForm(request, { fields, type: file.type })
    return { ...(await file.writing), upload }
  } finally {
    // The caller removes or stores the file next, so all writing must have ended, even after an error.
    raw.unpipe(form)
    form.destroy()
    for (const { stream } of files) stream.destroy()
    await Promise.allSettled(files.map(({ writing }) => writing))
  }
}

/** Busboy silently drops input above these limits, so the server refuses such forms. */
const limits = { fields: 10, fieldSize: 16 * 1024, parts: 12, headerPairs: 20 }

const tooMany = (what: string, max: number) => invalid(`A form can have at most ${max} ${what}.`)

function openForm({ headers }: IncomingMessage) {
  try {
    const contentType = headers['content-type'] ?? ''
    return new Busboy({ headers: { ...headers, 'content-type': contentType }, limits })
  } catch (error) {
    throw invalid(`This form cannot be read: ${error instanceof Error ? error.message : ''}`)
  }
}
