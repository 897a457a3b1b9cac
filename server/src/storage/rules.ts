// What may lie under a name: what its bucket and the product say of it.
import { z } from 'zod'
import type { Statement } from './database.ts'
import { noSuchBucket, tooLarge, wrongType } from './errors.ts'
import type { Target } from './names.ts'

const rulesRow = z.object({
  most_bytes: z.number().nullable(),
  bucket_types: z.array(z.string()).nullable(),
  types: z.array(z.string()).nullable(),
  longest_side: z.number().int().positive().nullable(),
})

export interface Rules {
  mostBytes: number
  /** A type has to be in each of these lists. */
  types: string[][]
  /** Of a picture that is made anew. */
  longestSide: number | undefined
}

/** Where nobody says how large: the original's figure. */
const mostBytes = 50 * 1024 * 1024

/** Asked before a request becomes its person. */
export function askForRules({ bucket, name }: Target): Statement {
  return {
    text: 'select to_json(r) from storage.rules_for($1, $2) as r',
    values: [bucket, name],
  }
}

export function rulesFrom([row]: unknown[] = []): Rules {
  if (row === undefined) throw noSuchBucket()
  const {
    most_bytes: most,
    bucket_types: one,
    types: other,
    longest_side: side,
  } = rulesRow.parse(row)
  return {
    mostBytes: most ?? mostBytes,
    types: [one, other]
      .filter((list) => list !== null && list.length > 0)
      .map((list) => list ?? []),
    longestSide: side ?? undefined,
  }
}

/** A folder that has nothing yet is kept by an empty file, whatever its bucket wants of others. */
export function rulesAt({ name }: Target, rules: Rules): Rules {
  if (name.split('/').at(-1) !== '.emptyFolderPlaceholder') return rules
  return { mostBytes: 0, types: [], longestSide: undefined }
}

export function checkSize({ mostBytes: most }: Rules, size: number) {
  if (size > most) throw tooLarge()
}

export function checkType({ types }: Rules, type: string) {
  if (!types.every((list) => list.some((allowed) => isOf(type, allowed)))) throw wrongType(type)
}

/** A list may name a whole family: image/*. */
function isOf(type: string, allowed: string) {
  if (allowed === '*/*') return true
  if (allowed.endsWith('/*')) return type.startsWith(allowed.slice(0, -1))
  return type === allowed.toLowerCase()
}
