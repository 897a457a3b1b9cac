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
  keys: Answer<{ id: string }> & { count: number | null },
  ask: (ids: string[]) => PromiseLike<Answer<Row>>,
) {
  const ids = (keys.data ?? []).map(({ id }) => id)
  if (keys.error || ids.length === 0) return { ...keys, data: [] }
  const { data, error, status } = await ask(ids)
  const byId = new Map((data ?? []).map((row) => [row.id, row]))
  return { data: ids.flatMap((id) => byId.get(id) ?? []), error, status, count: keys.count }
}
