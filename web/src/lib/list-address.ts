// How page, sort and filters are written into an address, and read from one that anybody may have written.

export interface Sort {
  by: string
  descending: boolean
}

export function nameUnder(prefix: string, name: string) {
  return prefix ? `${prefix}.${name}` : name
}

export function changed(before: URLSearchParams, changes: Record<string, string>, prefix: string) {
  const params = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(nameUnder(prefix, name), value)
    else params.delete(nameUnder(prefix, name))
  }
  return params
}

/** What a filter can be: one of some, or whatever passes. */
export type Known = readonly string[] | ((text: string) => boolean)

/** As many characters as the server looks for. */
export const longestSearch = 200

/** Of a longer one, which nobody typed here, the beginning is looked for. */
function searchIn(text: string) {
  return Array.from(text).slice(0, longestSearch).join('')
}

/** A filter as the address has it, if that is one it can be. */
export function knownIn(text: string | null, known: Known | undefined): string {
  if (text === null) return ''
  if (known === undefined) return searchIn(text)
  const isKnown = typeof known === 'function' ? known(text) : known.includes(text)
  return isKnown ? text : ''
}

/** No list is longer than that: what is asked beyond it is the first page. */
const mostPages = 1_000_000

export function pageIn(text: string | null) {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 && page <= mostPages ? page : 1
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
