// Objects in JSON: they go to the database as they came, and only their keys are looked at here.
import { badBody } from '../errors.ts'

/** More than a table can have columns. */
export const mostKeys = 2000

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badBody('Empty or invalid json')
  }
}

/** Undefined for what is no object. */
export function keysOf(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const keys = Object.keys(value)
  if (keys.length > mostKeys) throw badBody(`An object can have at most ${mostKeys} keys.`)
  return keys
}

export function isSameSet(known: Set<string>, other: string[] | undefined) {
  return other?.length === known.size && other.every((key) => known.has(key))
}
