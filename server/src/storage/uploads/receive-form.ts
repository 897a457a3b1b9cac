// Receives a file in a multipart form. The server can refuse the file after reading only the fields before it.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { invalid, tooLarge, uploadAborted } from '../errors.ts'
import { contentLengthOf, type IncomingUpload } from './incoming-upload.ts'
import { metadataInForm } from './upload-metadata.ts'
import { limitProgress, startTransferTimeout, writeStreamToFile } from './write-file.ts'

/** The maximum size of a form without its file. */
const maxOverheadBytes = 64 * 1024

/** Busboy silently drops input above these limits, so the server refuses such forms. */
const limits = { fields: 10, fieldSize: 16 * 1024, parts: 12, headerPairs: 20 }

interface FormFile {
  type: string
  stream: Readable
  /** The size of the file in bytes, if the length of the form is known. */
  size: number | undefined
}

export async function openFormUpload(request: FastifyRequest): Promise<IncomingUpload> {
  const { raw } = request
  const reading = readForm(request)
  const timeout = startTransferTimeout()
  reading.onBytes = timeout.restart
  try {
    const file = await Promise.race([reading.firstFile, timeout.expired])
    const metadata = () => metadataInForm(request, { fields: reading.fields, type: file.type })
    return {
      declared: { upload: metadata(), size: file.size },
      receive: async ({ path, maxBytes }) => {
        const written = await receiveFile(reading, file, { path, maxBytes })
        return { ...written, upload: metadata() }
      },
      close: reading.close,
    }
  } catch (error) {
    reading.close()
    if (raw.readableAborted || raw.errored) throw uploadAborted()
    throw error
  } finally {
    timeout.stop()
  }
}

type FormReading = ReturnType<typeof readForm>

async function receiveFile(
  reading: FormReading,
  { stream }: FormFile,
  { path, maxBytes }: { path: string; maxBytes: number },
) {
  const timeout = startTransferTimeout()
  reading.onBytes = timeout.restart
  reading.maxBytes = maxBytes + maxOverheadBytes
  const onProgress = limitProgress(maxBytes, timeout.restart)
  const writing = writeStreamToFile(path, stream, { onProgress })
  try {
    const [written] = await Promise.race([
      Promise.all([writing, reading.finished]),
      timeout.expired,
    ])
    return written
  } finally {
    timeout.stop()
    reading.close()
    // The caller removes or stores the file next, so all writing must have ended, even after an error.
    await Promise.allSettled([writing])
  }
}

/** Reading pauses at the file until the caller reads the file's stream. */
function readForm(request: FastifyRequest) {
  const { raw } = request
  const form = openForm(raw)
  const file = Promise.withResolvers<FormFile>()
  const end = Promise.withResolvers<undefined>()
  const streams: Readable[] = []
  const chunks: Buffer[] = []
  const reading = {
    fields: new Map<string, string>(),
    firstFile: file.promise,
    finished: end.promise,
    /** The limit for the bytes before the file, with room for a 64 KB chunk of the file. */
    maxBytes: 2 * maxOverheadBytes,
    onBytes: () => {},
    close: () => {
      raw.unpipe(form)
      form.destroy()
      for (const stream of streams) stream.destroy()
    },
  }
  const fail = (error: Error) => {
    file.reject(error)
    end.reject(error)
  }
  let [size, fieldCount] = [0, 0]
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length
    reading.onBytes()
    if (streams.length === 0) chunks.push(chunk)
    if (size > reading.maxBytes) fail(tooLarge())
  })
  raw.on('error', fail).once('aborted', () => fail(uploadAborted()))
  form.on('field', (name, value, _nameIsCut, isCut) => {
    fieldCount += 1
    if (isCut) fail(invalid(`The field ${name} has more than ${limits.fieldSize} bytes.`))
    reading.fields.set(name, value)
  })
  form.once('fieldsLimit', () => fail(tooMany('fields', limits.fields)))
  form.once('partsLimit', () => fail(tooMany('parts', limits.parts)))
  form.on('file', (_field, stream: Readable, _name, _encoding, type) => {
    stream.on('error', fail)
    streams.push(stream)
    if (streams.length > 1) {
      stream.resume()
      fail(invalid('An upload must contain exactly one file.'))
    }
    file.resolve({ type, stream, size: fileSizeIn(request, Buffer.concat(chunks), fieldCount) })
  })
  // The form can emit several errors, and an error without a listener would end the process.
  form.on('error', (error) => fail(invalid(`This form cannot be read: ${String(error)}`)))
  form.once('finish', () => {
    file.reject(invalid('No content provided'))
    end.resolve(undefined)
  })
  // Without a handler, a rejection that nothing waits for would end the process.
  for (const { promise } of [file, end]) promise.catch(() => {})
  raw.pipe(form)
  return reading
}

/** Returns the size of a file that is the last part of a form, after `fieldCount` other parts. */
function fileSizeIn(request: FastifyRequest, beginning: Buffer, fieldCount: number) {
  const length = contentLengthOf(request)
  const contentType = request.headers['content-type'] ?? ''
  const [, boundary = ''] = /;\s*boundary="?([^";]+)"?/iu.exec(contentType) ?? []
  if (length === undefined) return undefined
  const blankLine = '\r\n\r\n'
  let start = beginning.indexOf(blankLine) + blankLine.length
  for (let part = 0; part < fieldCount; part += 1) {
    const next = beginning.indexOf(`\r\n--${boundary}`, start)
    start = beginning.indexOf(blankLine, next + 2) + blankLine.length
  }
  return Math.max(0, length - start - Buffer.byteLength(`\r\n--${boundary}--\r\n`))
}

const tooMany = (what: string, max: number) => invalid(`A form can have at most ${max} ${what}.`)

function openForm({ headers }: IncomingMessage) {
  try {
    const contentType = headers['content-type'] ?? ''
    return new Busboy({ headers: { ...headers, 'content-type': contentType }, limits })
  } catch (error) {
    throw invalid(`This form cannot be read: ${error instanceof Error ? error.message : ''}`)
  }
}
