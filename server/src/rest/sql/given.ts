// What a body says, as a row of columns or arguments. A domain with a cast of its own is still JSON in it.
import type { Column } from '../schema/schema.ts'
import { name } from './text.ts'

type Given = Pick<Column, 'name' | 'type'> & Partial<Pick<Column, 'takenBy'>>

export function definitionsSql(given: Given[]) {
  return given
    .map(({ name: own, type, takenBy }) => `${name(own)} ${takenBy === undefined ? type : 'json'}`)
    .join(', ')
}

/** Of the row `body`. */
export function givenSql({ name: own, takenBy }: Column) {
  const value = `body.${name(own)}`
  return takenBy === undefined ? value : `${takenBy}(${value})`
}
