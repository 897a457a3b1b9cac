/**
 * The condition for `or` of supabase-js: one of these columns contains the text, in whatever case. What the text
 * holds of signs of patterns and of addresses is looked for as it stands.
 */
export function anyContains(columns: readonly string[], text: string): string {
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
