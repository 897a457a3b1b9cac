// What a draft keeps of a form: only what differs from what the page made of it.
import * as z from 'zod/mini'

/** The values of each field by its name; none where nothing is ticked. */
export type FieldValues = Record<string, string[]>

const texts = z.array(z.string())
const change = z.object({ from: texts, to: texts })

/** Each field that was changed, with what it had said before. */
type TypedFields = Record<string, z.infer<typeof change>>

export function typedFieldsIn(kept: unknown): TypedFields {
  const typed: TypedFields = {}
  for (const [name, value] of Object.entries(kept ?? {})) {
    const { success, data } = z.safeParse(change, value)
    if (success) typed[name] = data
  }
  return typed
}

export function typedSince(untouched: FieldValues, now: FieldValues): TypedFields {
  const typed: TypedFields = {}
  for (const [name, to] of Object.entries(now)) {
    const from = untouched[name] ?? []
    if (!isSame(from, to)) typed[name] = { from, to }
  }
  return typed
}

/** What was typed into a field, unless the field says something new meanwhile: that would be undone unseen. */
export function typedOver(untouched: string[], typed: TypedFields[string] | undefined) {
  return typed && isSame(typed.from, untouched) ? typed.to : undefined
}

function isSame(one: string[], other: string[]) {
  return one.length === other.length && one.every((value, place) => value === other[place])
}
