export function messageOf(error: unknown): string {
  // Node throws this error if all addresses of a host refuse a connection. Its message is empty.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
