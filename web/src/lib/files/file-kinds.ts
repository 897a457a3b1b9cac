// Defines the limits of each kind of file, which the server enforces.
import { formatCount } from '../format.ts'

const megabyte = 1_048_576
const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

interface FileKind {
  bucket: 'user-files' | 'documents'
  maxFiles: number
  maxBytes: number
  types: readonly string[]
  /** The file types as a text for users. */
  typeNames: string
  /** The noun for one file, such as "photo". */
  noun: string
}

export const fileKinds = {
  picture: {
    bucket: 'user-files',
    maxFiles: 1,
    maxBytes: 10 * megabyte,
    types: pictures,
    typeNames: 'PNG, JPEG, WebP or GIF',
    noun: 'picture',
  },
  'job-photo': {
    bucket: 'documents',
    maxFiles: 6,
    maxBytes: 10 * megabyte,
    types: pictures,
    typeNames: 'PNG, JPEG, WebP or GIF',
    noun: 'photo',
  },
  resume: {
    bucket: 'documents',
    maxFiles: 1,
    maxBytes: 20 * megabyte,
    types: ['application/pdf'],
    typeNames: 'PDF',
    noun: 'file',
  },
  certification: {
    bucket: 'documents',
    maxFiles: 3,
    maxBytes: 20 * megabyte,
    types: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'],
    typeNames: 'PDF, PNG, JPEG or WebP',
    noun: 'file',
  },
} as const satisfies Record<string, FileKind>

export type FileKindName = keyof typeof fileKinds

/** Returns a text such as "Up to 6 photos, 10 MB each: PNG, JPEG, WebP or GIF. 4 already uploaded." */
export function limitsOf({ noun, maxFiles, maxBytes, typeNames }: FileKind, storedCount: number) {
  const size = sizeText(maxBytes)
  const limits =
    maxFiles === 1
      ? `${typeNames}, up to ${size}.`
      : `Up to ${maxFiles} ${noun}s, ${size} each: ${typeNames}.`
  return storedCount > 0 ? `${limits} ${storedCount} already uploaded.` : limits
}

/** Returns a text such as "3.2 MB" or "820 KB". */
export function sizeText(bytes: number) {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < megabyte) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / megabyte).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
}

export interface RefusedFile {
  name: string
  /** The reason as a sentence. */
  reason: string
}

interface PresentFiles {
  kind: FileKind
  /** The number of files of this kind that are already stored and are not replaced. */
  storedCount: number
  present: File[]
}

/** Splits the chosen files into accepted and refused files. The files in `present` count toward the limits. */
export function checkFiles(files: File[], { kind, storedCount, present }: PresentFiles) {
  const taken: File[] = []
  const refused: RefusedFile[] = []
  for (const file of files) {
    const there = [...present, ...taken]
    const reason = faultOf(file, kind) ?? faultBeside(file, there, kind, storedCount)
    if (reason) refused.push({ name: file.name, reason })
    else taken.push(file)
  }
  return { taken, refused }
}

function faultOf({ type, size }: File, { types, typeNames, maxBytes }: FileKind) {
  if (!types.includes(type)) return `Use ${typeNames} instead.`
  if (size === 0) return "It's empty."
  if (size > maxBytes) return `It's larger than ${sizeText(maxBytes)}.`
  return undefined
}

function faultBeside(file: File, there: File[], { noun, maxFiles }: FileKind, storedCount: number) {
  if (there.some((other) => isSame(file, other))) return "It's already in the list."
  if (there.length + storedCount < maxFiles) return undefined
  const limit = `The limit is ${formatCount(maxFiles, noun)}`
  if (storedCount === 0) return `${limit}.`
  return `${limit}, and ${storedCount} ${storedCount === 1 ? 'is' : 'are'} already uploaded.`
}

function isSame(one: File, other: File) {
  return (
    one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
  )
}
