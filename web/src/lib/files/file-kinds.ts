// What the server takes of each kind; it is said before anybody chooses a file. The rule itself is the server's.

const megabyte = 1_048_576
const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export interface FileKind {
  bucket: 'user-files' | 'documents'
  most: number
  mostBytes: number
  types: readonly string[]
  /** The types as people call them. */
  typeNames: string
  /** "photo" */
  noun: string
}

export const fileKinds = {
  picture: {
    bucket: 'user-files',
    most: 1,
    mostBytes: 10 * megabyte,
    types: pictures,
    typeNames: 'PNG, JPEG, WebP or GIF',
    noun: 'picture',
  },
  'job-photo': {
    bucket: 'documents',
    most: 6,
    mostBytes: 10 * megabyte,
    types: pictures,
    typeNames: 'PNG, JPEG, WebP or GIF',
    noun: 'photo',
  },
  resume: {
    bucket: 'documents',
    most: 1,
    mostBytes: 20 * megabyte,
    types: ['application/pdf'],
    typeNames: 'PDF',
    noun: 'file',
  },
  certification: {
    bucket: 'documents',
    most: 3,
    mostBytes: 20 * megabyte,
    types: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'],
    typeNames: 'PDF, PNG, JPEG or WebP',
    noun: 'file',
  },
} as const satisfies Record<string, FileKind>

export type FileKindName = keyof typeof fileKinds

/** "Up to 6 photos, 10 MB each: PNG, JPEG, WebP or GIF. 4 are there." */
export function limitsOf({ noun, most, mostBytes, typeNames }: FileKind, kept: number) {
  const size = sizeText(mostBytes)
  const number = most === 1 ? `One ${noun}, up to ${size}` : `Up to ${most} ${noun}s, ${size} each`
  const limits = `${number}: ${typeNames}.`
  return kept > 0 ? `${limits} ${thereText(kept)}.` : limits
}

/** "4 are there" */
export function thereText(kept: number) {
  return kept === 1 ? '1 is there' : `${kept} are there`
}

/** "3.2 MB", "820 KB" */
export function sizeText(bytes: number) {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < megabyte) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / megabyte).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
}
