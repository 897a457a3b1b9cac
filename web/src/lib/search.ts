import type { Key } from './csv/key-order.ts'
import type { Sort } from './list-address.ts'

/** A search of the server's finds the newest thousand, or the thousand behind a row. */
export const mostFound = 1000

/** From where on a search goes on behind a row that was read. */
export function onwardFrom(sort: Sort, after: Key | undefined) {
  if (!goesOn(sort) || typeof after?.value !== 'string') return {}
  return { latest: after.value, beyond: String(after.id) }
}

/** The most that a file of what was searched for can hold; all there is where it has no end. */
export function mostInFile(query: string | undefined, sort: Sort): number | undefined {
  return query && !goesOn(sort) ? mostFound : undefined
}

function goesOn({ by, descending }: Sort) {
  return ['created_at', 'at'].includes(by) && descending
}
