/** What has a value. */
export function queryOf(values: Record<string, string | null | undefined>) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value)
  return query
}
