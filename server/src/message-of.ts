export function messageOf(error: unknown): string {
  // Node.js throws an AggregateError with an empty message if all addresses of a host refuse a connection.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
