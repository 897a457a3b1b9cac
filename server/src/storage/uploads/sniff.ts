// What a file is, by its bytes. What was declared has to agree.
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type'
import type { FileStore } from '../../files/file-store.ts'
import { otherType } from '../errors.ts'
import { unknownType as unknown } from './type.ts'

const known: ReadonlySet<string> = new Set(supportedMimeTypes)

/** Told apart by what is deep inside of them, if at all. */
const families: [found: string, declared: RegExp][] = [
  ['application/zip', /^application\/(?:vnd\.|epub\+zip|java-archive)/u],
  ['application/x-cfb', /^application\/(?:msword|vnd\.ms-)/u],
  ['application/xml', /[/+](?:xml|html)$/u],
  ['image/apng', /^image\/png$/u],
]

/** Clients send this where nobody said anything. It is a lie of no use: what is text is never shown as something else. */
export const unsaid = 'text/plain'

/** Text has no signature: what cannot be told is what it was declared as. */
const isText = (type: string) => /^text\/|[/+](?:xml|json)$|^application\/javascript$/u.test(type)

export async function typeOf(head: Buffer, declared: string): Promise<string> {
  if (declared === unsaid) return declared
  const found = await fileTypeFromBuffer(head)
  if (!found) return unsigned(head, declared)
  const { mime } = found
  const isDeclared =
    declared === mime || families.some(([type, of]) => type === mime && of.test(declared))
  if (isDeclared) return declared
  if (declared === unknown) return mime
  throw otherType(declared, mime)
}

function unsigned(head: Buffer, declared: string) {
  if (isText(declared)) {
    if (isBinary(head)) throw otherType(declared, 'no text')
    return declared
  }
  const hasSignature = known.has(declared) || /^(?:image|audio|video|font)\//u.test(declared)
  if (hasSignature && declared !== unknown) throw otherType(declared, 'something else')
  return declared
}

/** Text has no zeros, but where two or four bytes make a character; then it begins with a mark that says so. */
function isBinary(head: Buffer) {
  const begin = head.toString('hex', 0, 4)
  return head.includes(0) && !/^(?:fffe|feff|0000feff)/u.test(begin)
}

/** Signatures stand at the beginning. */
const headSize = 4100

/** Of a file that is kept; undefined where there is none any more. */
export async function typeByBytes(files: FileStore, version: string, size: number) {
  const part = { start: 0, end: Math.min(size, headSize) - 1 }
  const bytes = size > 0 ? await files.open(version, { size, part }) : undefined
  if (!bytes) return size > 0 ? undefined : unsaid
  return (await fileTypeFromBuffer(await buffer(bytes)))?.mime ?? unsaid
}
