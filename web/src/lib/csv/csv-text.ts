// CSV as RFC 4180 has it, and as spreadsheets may open it without coming to harm.

export type Cell = string | number | null | undefined

const signs = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]'
/**
 * Where spreadsheets may take what follows for a formula: at the beginning, and behind what separates cells and rows
 * where commas stand in numbers, for there quotes count only at the beginning of what was separated. A figure is none:
 * "-5" as a number stays one.
 */
const formula = new RegExp(`^(?=[\\t\\r\\n])|(?<=^|[;\\t\\r\\n])(?=${signs})`, 'g')
const toBeQuoted = /[",\r\n]/

/** Tells spreadsheets that what follows is UTF-8. */
export const byteOrderMark = '\uFEFF'

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(written).join()}\r\n`
}

function written(cell: Cell): string {
  const text = typeof cell === 'string' ? cell.replaceAll(formula, "'") : String(cell ?? '')
  return toBeQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
