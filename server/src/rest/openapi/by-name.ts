/** Pieces of the description, each under its name. */
export function byName(pieces: [name: string, piece: unknown][]): Record<string, unknown> {
  return Object.fromEntries(pieces)
}
