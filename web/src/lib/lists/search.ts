import type { RowKey } from '../files/keyset.ts'
import type { Sort } from './sort.ts'

/**
 * Returns a case-insensitive condition for supabase-js `or`. Special characters of patterns and URLs are matched
 * literally.
 */
export function containsFilter(columns: readonly string[], text: string): string {
  const [operator, pattern] = text.includes('*') ? byExpression(text) : byPattern(text)
  const quoted = `"${pattern.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  return columns.map((column) => `${column}.${operator}.${quoted}`).join()
}

const byPattern = (text: string) =>
  ['ilike', `*${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}*`] as const

/** Builds a regular expression, because a star in an `ilike` condition means % and cannot be escaped. */
const byExpression = (text: string) => ['imatch', asExpression(text)] as const

/** Returns a regular expression that matches the text literally. */
function asExpression(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
}

/** The maximum number of rows that a search returns. */
export const searchLimit = 1000

/** Returns the arguments that continue a search after a row, if the order allows this. */
export function searchCursor(sort: Sort, after: RowKey | undefined) {
  if (!canContinue(sort) || typeof after?.value !== 'string') return {}
  return { latest: after.value, beyond: String(after.id) }
}

/** Returns the maximum number of rows in an exported search, or undefined if there is no limit. */
export function maxRowsInFile(query: string | undefined, sort: Sort): number | undefined {
  return query && !canContinue(sort) ? searchLimit : undefined
}

function canContinue({ by, descending }: Sort) {
  return ['created_at', 'at'].includes(by) && descending
}
