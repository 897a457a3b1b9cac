export function messageOf(error: unknown): string {
  // Node throws this if all addresses of a host refuse a connection. Its own message is empty.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
