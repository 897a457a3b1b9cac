import { forgetDraft, readDraft, writeDraft } from '#lib/drafts.ts'
import { keptControls, read, write } from './form-elements.ts'
import * as z from 'zod/mini'

export interface KeptDraft {
  form: HTMLFormElement
  /** Puts back what was typed, also into fields that came later. */
  putBack: () => void
  discard: () => void
}

/** Keeps what is typed into a form until it is sent. `onBack` hears that something was put back. */
export function keepDraft(form: HTMLFormElement, key: string, onBack: () => void): KeptDraft {
  /** Each field as the page made it. */
  const untouched: FieldValues = {}
  /** Of fields that are not there yet. */
  let waiting = typedFieldsIn(readDraft(key))

  const save = () => {
    const typed = { ...waiting, ...typedSince(untouched, valuesNow(form)) }
    if (Object.keys(typed).length > 0) writeDraft(key, typed)
    else forgetDraft(key)
  }
  const forget = () => {
    waiting = {}
    Object.assign(untouched, valuesNow(form))
    forgetDraft(key)
  }
  form.addEventListener('input', save)
  form.addEventListener('change', save)
  form.addEventListener('sent', forget)

  return {
    form,
    putBack: () => {
      for (const [name, controls] of keptControls(form)) {
        if (name in untouched) continue
        untouched[name] = read(controls)
        const { [name]: kept, ...others } = waiting
        const typed = typedOver(untouched[name], kept)
        if (typed) {
          write(controls, typed)
          onBack()
        }
        waiting = others
      }
    },
    discard: () => {
      waiting = {}
      for (const [name, controls] of keptControls(form)) write(controls, untouched[name] ?? [])
      forgetDraft(key)
    },
  }
}

function valuesNow(form: HTMLFormElement): FieldValues {
  const named = [...keptControls(form)].map(([name, controls]) => [name, read(controls)] as const)
  return Object.fromEntries(named)
}

// What a draft keeps of a form: only what differs from what the page made of it.

/** The values of each field by its name; none where nothing is ticked. */
type FieldValues = Record<string, string[]>

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
