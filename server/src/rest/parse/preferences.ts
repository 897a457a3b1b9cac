// The Prefer header. Of what is named twice the first counts.
import { RestError } from '../errors.ts'

export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation' | undefined
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  missing: 'default' | 'null' | undefined
  handling: 'strict' | 'lenient' | undefined
  maxAffected: number | undefined
  /** How the transaction shall end, where a setting leaves that to the request. */
  transaction: 'commit' | 'rollback' | undefined
  timeZone: string | undefined
}

const known = new Map<string, Partial<Preferences>>([
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
  ['tx=commit', { transaction: 'commit' }],
  ['tx=rollback', { transaction: 'rollback' }],
])

/** What may be preferred here. */
interface Choice {
  mayChooseEnd: boolean
  /** In small letters. */
  timeZones: Set<string>
}

export function parsePreferences(header: string | undefined, choice: Choice): Preferences {
  const words = (header ?? '').split(',').map((word) => word.trim())
  const given = words.filter(Boolean).map((word) => {
    const meaning = meaningOf(word)
    return { word, meaning: meaning && isOffered(meaning, choice) ? meaning : undefined }
  })
  const preferences: Partial<Preferences> = {}
  for (const { meaning } of given.toReversed()) Object.assign(preferences, meaning)
  const unknown = given.filter(({ meaning }) => !meaning).map(({ word }) => word)
  if (preferences.handling === 'strict' && unknown.length > 0) throw invalid(unknown)
  return {
    return: preferences.return,
    resolution: preferences.resolution,
    count: preferences.count,
    missing: preferences.missing,
    handling: preferences.handling,
    // It is only promised to somebody who wants to hear of every promise that is not kept.
    maxAffected: preferences.handling === 'strict' ? preferences.maxAffected : undefined,
    transaction: preferences.transaction,
    timeZone: preferences.timeZone,
  }
}

function meaningOf(word: string): Partial<Preferences> | undefined {
  const [, most, timeZone] = /^(?:max-affected=(\d{1,9})|timezone=(\S{1,100}))$/u.exec(word) ?? []
  if (most !== undefined) return { maxAffected: Number(most) }
  return timeZone === undefined ? known.get(word) : { timeZone }
}

/** PostgreSQL would also take rules made up for the occasion, and keep each for as long as the connection lives. */
function isOffered({ transaction, timeZone }: Partial<Preferences>, choice: Choice) {
  if (transaction !== undefined) return choice.mayChooseEnd
  return timeZone === undefined || choice.timeZones.has(timeZone.toLowerCase())
}

function invalid(words: string[]) {
  return new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${words.join(', ')}`,
  })
}
