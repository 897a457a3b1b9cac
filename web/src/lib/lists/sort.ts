// Describes the order of a list, and reads and writes it in a URL.

export interface Sort {
  by: string
  descending: boolean
}

export function sortIn(text: string | null, sorts: readonly string[]): Sort | undefined {
  const descending = text?.startsWith('-') ?? false
  const by = descending ? text?.slice(1) : text
  return by && sorts.includes(by) ? { by, descending } : undefined
}

export function nextSort(sort: Sort, by: string): Sort {
  return { by, descending: sort.by === by && !sort.descending }
}

export function sortText({ by, descending }: Sort, usual: Sort) {
  if (by === usual.by && descending === usual.descending) return ''
  return descending ? `-${by}` : by
}
