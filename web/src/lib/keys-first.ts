interface Answer<Row> {
  data: Row[] | null
  error: unknown
  status: number
}

/**
 * The rows of a page whose keys were asked for before, in their order. What is computed of a row, or comes with it,
 * would be computed of all the rows before the page as well; so it is asked of these alone.
 */
export async function rowsOfKeys<Row extends { id: string }>(
  keys: Answer<{ id: string }> & { count: number | null; hasMore?: boolean },
  ask: (ids: string[]) => PromiseLike<Answer<Row>>,
) {
  const ids = (keys.data ?? []).map(({ id }) => id)
  const { count, hasMore = false } = keys
  if (keys.error || ids.length === 0) return { ...keys, data: [], hasMore }
  const { data, error, status } = await ask(ids)
  const byId = new Map((data ?? []).map((row) => [row.id, row]))
  return { data: ids.flatMap((id) => byId.get(id) ?? []), error, status, count, hasMore }
}

/** What a procedure found that says beside each key how many there are, as `rowsOfKeys` takes it. */
export function keysFound<Found extends Answer<{ id: string; total: number; has_more: boolean }>>(
  found: Found,
) {
  const [first] = found.data ?? []
  return { ...found, count: first?.total ?? 0, hasMore: first?.has_more ?? false }
}
