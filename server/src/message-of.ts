/** The words of whatever was thrown. */
export function messageOf(error: unknown): string {
  // What Node throws when every address of a host refused: its own message is empty.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
