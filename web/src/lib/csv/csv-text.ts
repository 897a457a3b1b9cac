// CSV as RFC 4180 has it, and as spreadsheets may open it without coming to harm.

export type Cell = string | number | null | undefined

/** What spreadsheets take for the beginning of a formula. A figure is none: "-5" as a number stays one. */
const formula = /^[=+\-@\t\r]/
const toBeQuoted = /[",\r\n]/

/** Tells spreadsheets that what follows is UTF-8. */
export const byteOrderMark = '\uFEFF'

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join()}\r\n`
}

function written(cell: Cell): string {
  const text = typeof cell === 'string' ? harmless(cell) : String(cell ?? '')
  return toBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function harmless(text: string) {
  return formula.test(text) ? `'${text}` : text
}
