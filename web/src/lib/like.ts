/** The pattern of `ilike` for a text that stands anywhere, whatever signs it holds. */
export function anywhere(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
