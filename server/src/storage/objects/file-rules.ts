// Enforces the limits of the bucket and the application schema for the size and type of a file.
import { z } from 'zod'
import type { Statement } from '../database.ts'
import { noSuchBucket, tooLarge, wrongType } from '../errors.ts'
import type { ObjectPath } from '../names.ts'

export interface FileRules {
  maxBytes: number
  /** A type has to match an entry of each list. */
  typeLists: string[][]
  /** True if the bytes must have exactly the declared type, because the application lists the allowed types. */
  isTypeStrict: boolean
  /** The maximum width and height of images, in pixels. A limit causes images to be re-encoded on upload. */
  maxImageSide: number | undefined
}

/** The default of Supabase Storage. */
const defaultMaxBytes = 50 * 1024 * 1024

/** Returns the statement that reads the rules, which must run before the transaction switches to the caller's role. */
export function queryFileRules({ bucket, name }: ObjectPath): Statement {
  return {
    text: 'select to_json(r) from storage.rules_for($1, $2) as r',
    values: [bucket, name],
  }
}

const rulesRow = z.object({
  max_bytes: z.number().nullable(),
  bucket_types: z.array(z.string()).nullable(),
  types: z.array(z.string()).nullable(),
  max_side_pixels: z.number().int().positive().nullable(),
})

export function readFileRules([row]: unknown[] = []): FileRules {
  if (row === undefined) throw noSuchBucket()
  const rules = rulesRow.parse(row)
  return {
    maxBytes: rules.max_bytes ?? defaultMaxBytes,
    typeLists: [rules.bucket_types, rules.types]
      .filter((list) => list !== null && list.length > 0)
      .map((list) => list ?? []),
    isTypeStrict: (rules.types ?? []).length > 0,
    maxImageSide: rules.max_side_pixels ?? undefined,
  }
}

/** Clients create a folder with an empty placeholder file, which any bucket accepts. */
export function rulesForPath({ name }: ObjectPath, rules: FileRules): FileRules {
  if (name.split('/').at(-1) !== '.emptyFolderPlaceholder') return rules
  return { maxBytes: 0, typeLists: [], isTypeStrict: false, maxImageSide: undefined }
}

export function checkSize({ maxBytes }: FileRules, size: number) {
  if (size > maxBytes) throw tooLarge()
}

export function checkType({ typeLists }: FileRules, type: string) {
  const isAllowed = typeLists.every((list) => list.some((pattern) => matchesType(type, pattern)))
  if (!isAllowed) throw wrongType(type)
}

/** Returns whether the type matches a pattern such as image/*. */
function matchesType(type: string, pattern: string) {
  if (pattern === '*/*') return true
  if (pattern.endsWith('/*')) return type.startsWith(pattern.slice(0, -1))
  return type === pattern.toLowerCase()
}
