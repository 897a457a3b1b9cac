// Parses the declared media type of a file, and checks it against the file's bytes.
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type'
import type { FileStore } from '../../files/file-store.ts'
import { invalidType, typeMismatch } from '../errors.ts'
import { imageFormatOf } from '../images/decode-image.ts'
import { isSameFamily, isSameType } from './type-families.ts'

export const unknownType = 'application/octet-stream'

/** Clients send this type by default. The bytes are not checked, because browsers show plain text only as text. */
export const defaultClientType = 'text/plain'

/** Returns the type without its parameters, and image/jpeg for image/jpg. */
export function parseMediaType(value = unknownType) {
  const type = withoutParameters(value)
  if (!/^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}$/u.test(type)) throw invalidType()
  return type === 'image/jpg' ? 'image/jpeg' : type
}

export function withoutParameters(value: string) {
  const [type = ''] = value.toLowerCase().split(';', 1)
  return type.trim()
}

export function charsetOf(value = '') {
  return /;\s*charset="?([\w.:-]{1,40})"?/iu.exec(value)?.[1]
}

export function withCharset(type: string, charset: string | undefined) {
  return charset !== undefined && type.startsWith('text/') ? `${type};charset=${charset}` : type
}

interface DeclaredType {
  declared: string
  /** True if the bytes must have exactly the declared type, not only a type of the same family. */
  isStrict: boolean
}

/** Returns the type to store, or throws if the bytes contradict the declared type. */
export async function detectType(
  head: Buffer,
  { declared, isStrict }: DeclaredType,
): Promise<string> {
  if (declared === defaultClientType) return declared
  const detected = await fileTypeFromBuffer(head)
  if (!detected) return checkedTypeWithoutSignature(head, { declared, isStrict })
  const { mime } = detected
  if (isSameType(mime, declared)) return declared
  if (declared === unknownType) return mime
  if (!isStrict && isHarmless(mime, declared)) return typeOfFamily(mime, declared)
  throw typeMismatch(declared)
}

/** Returns whether a file is harmless to people who open it, although its type is not the declared one. */
function isHarmless(detected: string, declared: string) {
  if (isSameFamily(detected, declared)) return true
  return (
    declared.startsWith('application/') && !typesWithSignature.has(declared) && !isText(declared)
  )
}

/** Returns the declared type, except for images that can be resized, which needs the real format. */
function typeOfFamily(detected: string, declared: string) {
  const isResized = imageFormatOf(detected) ?? imageFormatOf(declared)
  return declared.startsWith('image/') && isResized ? detected : declared
}

const typesWithSignature: ReadonlySet<string> = new Set(supportedMimeTypes)

function checkedTypeWithoutSignature(head: Buffer, { declared, isStrict }: DeclaredType) {
  if (isText(declared)) {
    if (isBinary(head)) throw typeMismatch(declared)
    return declared
  }
  if (declared === unknownType) return declared
  if (typesWithSignature.has(declared)) throw typeMismatch(declared)
  // Some media formats, such as raw sound, have no signature. Binary data cannot be an HTML page.
  const isMedia = /^(?:image|audio|video|font)\//u.test(declared)
  if (isMedia && (isStrict || !isBinary(head))) throw typeMismatch(declared)
  return declared
}

/** Returns whether the type is text, which has no signature. */
function isText(type: string) {
  return /^text\/|[/+](?:xml|json)$|^application\/javascript$/u.test(type)
}

/** A file is binary if its head contains NUL bytes and no byte order mark of UTF-16 or UTF-32. */
function isBinary(head: Buffer) {
  const start = head.toString('hex', 0, 4)
  return head.includes(0) && !/^(?:fffe|feff|0000feff)/u.test(start)
}

/** The number of bytes at the beginning of a file that are enough to find its signature. */
const headSize = 4100

/** Detects the type of a stored file, or resolves to undefined if the file is gone. */
export async function detectStoredType(files: FileStore, version: string, size: number) {
  if (size <= 0) return defaultClientType
  const range = { start: 0, end: Math.min(size, headSize) - 1 }
  const bytes = await files.open(version, { size, range })
  if (!bytes) return undefined
  return (await fileTypeFromBuffer(await buffer(bytes)))?.mime ?? defaultClientType
}
