/** The rows that were shown, in their order and as they are now; and how many are new besides. */
export function holdBack<Row>(
  shown: readonly string[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
) {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const kept: Row[] = []
  for (const key of shown) {
    const row = byKey.get(key)
    if (row !== undefined) kept.push(row)
  }
  return { rows: kept, news: byKey.size - kept.length }
}
