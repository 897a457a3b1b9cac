import type { Part } from '../../files/file-store.ts'
import { badRange } from '../errors.ts'

/** One part alone; several, or other units, are answered with the whole, as the standard allows. */
export function partOf(header: string | undefined, size: number): Part | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end || start >= size) throw badRange(size)
  return { start, end }
}
