/**
 * The condition for `or` of supabase-js: one of these columns contains the text, in whatever case. What the text
 * holds of signs of patterns and of addresses is looked for as it stands.
 */
export function anyContains(columns: readonly string[], text: string): string {
  const pattern = `*${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}*`
  const quoted = `"${pattern.replaceAll(/["\\]/g, String.raw`\$&`)}"`
  return columns.map((column) => `${column}.ilike.${quoted}`).join()
}
