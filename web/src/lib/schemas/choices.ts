import * as z from 'zod/mini'

/** Whether a checkbox or switch is on: one that is off sends nothing. */
export const isOn = () =>
  z.pipe(
    z.transform((value) => value !== undefined),
    z.boolean(),
  )

/** All values of one name: none, one or many. */
export const several = <Item extends z.core.SomeType>(item: Item) =>
  z.pipe(z.transform(listOf), z.array(item))

function listOf(value: unknown): unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
