/** A piece of a query string; undefined when it is not UTF-8 in percent encoding. */
export function decodePiece(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
