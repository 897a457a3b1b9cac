import type { RowKey } from '../csv/keyset.ts'
import type { Sort } from './list-state.ts'

/**
 * The condition for `or` of supabase-js: one of these columns contains the text, in whatever case. What the text
 * holds of signs of patterns and of addresses is looked for as it stands.
 */
export function containsFilter(columns: readonly string[], text: string): string {
  const [operator, pattern] = text.includes('*') ? byExpression(text) : byPattern(text)
  const quoted = `"${pattern.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  return columns.map((column) => `${column}.${operator}.${quoted}`).join()
}

const byPattern = (text: string) =>
  ['ilike', `*${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}*`] as const

/** In a pattern that travels in an address a star means %, and cannot be escaped. */
const byExpression = (text: string) => ['imatch', asExpression(text)] as const

/** An expression that finds the text as it stands. */
function asExpression(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
}

/** A search of the server's finds the newest thousand, or the thousand behind a row. */
export const searchLimit = 1000

/** From where on a search goes on behind a row that was read. */
export function searchCursor(sort: Sort, after: RowKey | undefined) {
  if (!canContinue(sort) || typeof after?.value !== 'string') return {}
  return { latest: after.value, beyond: String(after.id) }
}

/** The most that a file of what was searched for can hold; all there is where it has no end. */
export function maxRowsInFile(query: string | undefined, sort: Sort): number | undefined {
  return query && !canContinue(sort) ? searchLimit : undefined
}

function canContinue({ by, descending }: Sort) {
  return ['created_at', 'at'].includes(by) && descending
}
