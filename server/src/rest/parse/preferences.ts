// The Prefer header. Of what is named twice the first counts.
import { RestError } from '../errors.ts'

export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation' | undefined
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  missing: 'default' | 'null' | undefined
  handling: 'strict' | 'lenient' | undefined
  maxAffected: number | undefined
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
])

export function parsePreferences(header: string | undefined): Preferences {
  const words = (header ?? '').split(',').map((word) => word.trim())
  const given = words.filter(Boolean).map((word) => ({ word, meaning: meaningOf(word) }))
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
  }
}

function meaningOf(word: string): Partial<Preferences> | undefined {
  const most = /^max-affected=(\d{1,9})$/u.exec(word)?.[1]
  return most === undefined ? known.get(word) : { maxAffected: Number(most) }
}

function invalid(words: string[]) {
  return new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${words.join(', ')}`,
  })
}
