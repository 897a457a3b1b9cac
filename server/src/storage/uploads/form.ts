// The file in a form.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { brokenOff, invalid, tooLarge } from '../errors.ts'
import { type Received, saidInForm } from './said.ts'
import { type Room, upTo, type Written, writeTo } from './write.ts'

/** What surrounds a file in a form. */
export const mostAround = 64 * 1024

export async function receiveForm(
  request: FastifyRequest,
  { path, mostBytes }: Room,
  heard: () => void,
): Promise<Received> {
  const { raw } = request
  const form = openForm(raw)
  const fields = new Map<string, string>()
  const files: { type: string; stream: Readable; writing: Promise<Written> }[] = []
  const over = new Promise<void>((resolve, reject) => {
    let size = 0
    raw.on('data', (chunk: Buffer) => {
      size += chunk.length
      heard()
      if (size > mostBytes + mostAround) reject(tooLarge())
    })
    raw.on('error', reject).once('aborted', () => reject(brokenOff()))
    form.on('field', (name, value, _nameIsCut, isCut) => {
      if (isCut) reject(invalid(`The field ${name} has more than ${limits.fieldSize} bytes.`))
      fields.set(name, value)
    })
    form.once('fieldsLimit', () => reject(tooMany('fields', limits.fields)))
    form.once('partsLimit', () => reject(tooMany('parts', limits.parts)))
    form.on('file', (_field, file: Readable, _name, _encoding, type) => {
      file.on('error', reject)
      if (files.length > 0) {
        file.resume()
        reject(invalid('An upload has one file.'))
        return
      }
      const writing = writeTo(path, file, { grew: upTo(mostBytes, heard) })
      writing.catch(reject)
      files.push({ type, stream: file, writing })
    })
    // More than one may come, and after the end too: unheard, it would end the process.
    form.on('error', (error) => reject(invalid(`This form cannot be read: ${String(error)}`)))
    form.once('finish', resolve)
    raw.pipe(form)
  })
  try {
    await over
    const [file] = files
    if (!file) throw invalid('No content provided')
    return { ...(await file.writing), said: saidInForm(request, { fields, type: file.type }) }
  } finally {
    // Whatever went wrong, nobody writes on.
    raw.unpipe(form)
    form.destroy()
    for (const { stream } of files) stream.destroy()
    await Promise.allSettled(files.map(({ writing }) => writing))
  }
}

/** What is over them would be left out without a word. */
const limits = { fields: 10, fieldSize: 16 * 1024, parts: 12, headerPairs: 20 }

const tooMany = (what: string, most: number) => invalid(`A form has at most ${most} ${what}.`)

function openForm({ headers }: IncomingMessage) {
  try {
    const contentType = headers['content-type'] ?? ''
    return new Busboy({ headers: { ...headers, 'content-type': contentType }, limits })
  } catch (error) {
    throw invalid(`This form cannot be read: ${error instanceof Error ? error.message : ''}`)
  }
}
