// Reads the headers Prefer, Range and Cache-Control.
import { badRange, RestError } from '../errors.ts'

export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation' | undefined
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  missing: 'default' | 'null' | undefined
  handling: 'strict' | 'lenient' | undefined
  maxAffected: number | undefined
  /** How the transaction ends, if requests may choose the end. */
  transactionEnd: 'commit' | 'rollback' | undefined
  timeZone: string | undefined
}

const knownPreferences = new Map<string, Partial<Preferences>>([
  ['return=minimal', { return: 'minimal' }],
  ['return=headers-only', { return: 'headers-only' }],
  ['return=representation', { return: 'representation' }],
  ['resolution=merge-duplicates', { resolution: 'merge-duplicates' }],
  ['resolution=ignore-duplicates', { resolution: 'ignore-duplicates' }],
  ['count=exact', { count: 'exact' }],
  ['count=planned', { count: 'planned' }],
  ['count=estimated', { count: 'estimated' }],
  ['missing=default', { missing: 'default' }],
  ['missing=null', { missing: 'null' }],
  ['handling=strict', { handling: 'strict' }],
  ['handling=lenient', { handling: 'lenient' }],
  ['tx=commit', { transactionEnd: 'commit' }],
  ['tx=rollback', { transactionEnd: 'rollback' }],
])

/** Preferences that depend on an environment variable or on the database. */
interface PreferenceSupport {
  allowsTransactionEnd: boolean
  /** The names of time zones, in lower case. */
  timeZones: Set<string>
}

/** Parses the Prefer header. If a preference is repeated, the first value is used. */
export function parsePreferences(
  header: string | undefined,
  support: PreferenceSupport,
): Preferences {
  const words = (header ?? '').split(',').map((word) => word.trim())
  const parsed = words.filter(Boolean).map((word) => {
    const meaning = meaningOf(word)
    return { word, meaning: meaning && isSupported(meaning, support) ? meaning : undefined }
  })
  const preferences: Partial<Preferences> = {}
  for (const { meaning } of parsed.toReversed()) Object.assign(preferences, meaning)
  const unknown = parsed.filter(({ meaning }) => !meaning).map(({ word }) => word)
  if (preferences.handling === 'strict' && unknown.length > 0) throw invalidPreferences(unknown)
  return {
    return: preferences.return,
    resolution: preferences.resolution,
    count: preferences.count,
    missing: preferences.missing,
    handling: preferences.handling,
    // `max-affected` is enforced only for clients that request strict handling of preferences.
    maxAffected: preferences.handling === 'strict' ? preferences.maxAffected : undefined,
    transactionEnd: preferences.transactionEnd,
    timeZone: preferences.timeZone,
  }
}

function meaningOf(word: string): Partial<Preferences> | undefined {
  const [, maxAffected, timeZone] =
    /^(?:max-affected=(\d{1,9})|timezone=(\S{1,100}))$/u.exec(word) ?? []
  if (maxAffected !== undefined) return { maxAffected: Number(maxAffected) }
  return timeZone === undefined ? knownPreferences.get(word) : { timeZone }
}

/**
 * Allows only known time zones. PostgreSQL would also accept rules such as X+3:04:05, and cache each rule until the
 * connection ends.
 */
function isSupported(
  { transactionEnd, timeZone }: Partial<Preferences>,
  support: PreferenceSupport,
) {
  if (transactionEnd !== undefined) return support.allowsTransactionEnd
  return timeZone === undefined || support.timeZones.has(timeZone.toLowerCase())
}

function invalidPreferences(words: string[]) {
  return new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${words.join(', ')}`,
  })
}

export interface Range {
  offset: number
  limit: number | undefined
}

export const allRows: Range = { offset: 0, limit: undefined }

/** Parses a header such as `Range: 0-24`, and ignores any other syntax. */
export function parseRange(header: string | undefined): Range {
  const [, first, last] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/u.exec(header?.trim() ?? '') ?? []
  if (first === undefined) return allRows
  const offset = Number(first)
  if (!last) return { offset, limit: undefined }
  if (Number(last) < offset) {
    throw badRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  return { offset, limit: Number(last) - offset + 1 }
}

export function intersectRanges(one: Range, other: Range): Range {
  const offset = Math.max(one.offset, other.offset)
  const end = Math.min(endOf(one), endOf(other))
  return { offset, limit: end === Infinity ? undefined : Math.max(0, end - offset) }
}

function endOf({ offset, limit }: Range) {
  return limit === undefined ? Infinity : offset + limit
}

/** Returns how old the data of a replica may be, or undefined if the client wants current data. */
export function maxStaleSeconds(header: string | undefined): number | undefined {
  const words = (header ?? '').split(',').map((word) => word.trim().toLowerCase())
  if (words.includes('no-cache')) return undefined
  const limits = words.map(maxStaleIn).filter((seconds) => seconds !== undefined)
  return limits.length > 0 ? Math.min(...limits) : undefined
}

function maxStaleIn(word: string) {
  if (word === 'max-stale') return Infinity
  const seconds = /^max-stale=(?:(\d+)|"(\d+)")$/u.exec(word)
  return seconds ? Number(seconds[1] ?? seconds[2]) : undefined
}

/** Encodes text as UTF-8 for a header, because Node.js writes each character as one byte. */
export function encodeHeaderText(text: string) {
  return Buffer.from(text).toString('latin1')
}

export function decodeHeaderText(text: string) {
  return Buffer.from(text, 'latin1').toString()
}
