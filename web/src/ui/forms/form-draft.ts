import * as z from 'zod/mini'
import { forgetDraft, readDraft, writeDraft } from '#lib/drafts.ts'
import { type Control, isControl } from './form-elements.ts'

export interface FormDraft {
  form: HTMLFormElement
  discard: () => void
}

interface DraftEvents {
  /** Called for each restored field. */
  onBack: () => void
  /** Called after each change of the draft, with whether the browser stored it. */
  onSave: (isStored: boolean) => void
}

/**
 * Restores the form's input from the draft. Stores changes of the input in the draft, and deletes the draft when the
 * form is sent.
 */
export function attachDraft(
  form: HTMLFormElement,
  key: string,
  { onBack, onSave }: DraftEvents,
): FormDraft {
  let isRestoring = false
  /** The initial value of each field. */
  const untouched: FieldValues = {}
  /** Stored values of fields that are not rendered yet. */
  let waiting = parseTypedFields(readDraft(key))

  const restore = () => {
    for (const [name, controls] of storableControls(form)) {
      if (name in untouched) continue
      untouched[name] = readValues(controls)
      const { [name]: kept, ...others } = waiting
      const typed = valuesToRestore(untouched[name], kept)
      if (typed) {
        isRestoring = true
        writeValues(controls, typed)
        isRestoring = false
        onBack()
      }
      waiting = others
    }
  }
  const save = () => {
    if (isRestoring) return
    const typed = { ...waiting, ...changedFields(untouched, valuesNow(form)) }
    if (Object.keys(typed).length > 0) return onSave(writeDraft(key, typed))
    forgetDraft(key)
    onSave(true)
  }
  const forget = () => {
    waiting = {}
    Object.assign(untouched, valuesNow(form))
    forgetDraft(key)
  }
  form.addEventListener('input', save)
  form.addEventListener('change', save)
  form.addEventListener('sent', forget)
  queueMicrotask(restore)
  new MutationObserver(restore).observe(form, { childList: true, subtree: true })

  return {
    form,
    discard: () => {
      waiting = {}
      for (const [name, controls] of storableControls(form))
        writeValues(controls, untouched[name] ?? [])
      forgetDraft(key)
    },
  }
}

function valuesNow(form: HTMLFormElement): FieldValues {
  const named = [...storableControls(form)].map(
    ([name, controls]) => [name, readValues(controls)] as const,
  )
  return Object.fromEntries(named)
}

// A draft contains only the values that differ from the initial values of the form.

/** Maps the name of each field to its values. */
type FieldValues = Record<string, string[]>

const texts = z.array(z.string())
const change = z.object({ from: texts, to: texts })

/** Maps the name of each changed field to its initial and its current values. */
type TypedFields = Record<string, z.infer<typeof change>>

export function parseTypedFields(kept: unknown): TypedFields {
  const typed: TypedFields = {}
  for (const [name, value] of Object.entries(kept ?? {})) {
    const { success, data } = z.safeParse(change, value)
    if (success) typed[name] = data
  }
  return typed
}

export function changedFields(untouched: FieldValues, now: FieldValues): TypedFields {
  const typed: TypedFields = {}
  for (const [name, from] of Object.entries(untouched)) {
    const to = now[name]
    if (to && !isSame(from, to)) typed[name] = { from, to }
  }
  return typed
}

/** Returns the typed values, unless they would silently overwrite a new initial value. */
export function valuesToRestore(untouched: string[], typed: TypedFields[string] | undefined) {
  return typed && isSame(typed.from, untouched) ? typed.to : undefined
}

function isSame(one: string[], other: string[]) {
  return one.length === other.length && one.every((value, place) => value === other[place])
}

// The functions below read and write the form elements that a draft stores.

const unstoredTypes = new Set(['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image'])

/** Returns the elements that a draft may store, grouped by name. */
function storableControls(form: HTMLFormElement): Map<string, Control[]> {
  const controls = [...form.elements].filter(isControl)
  return Map.groupBy(controls.filter(isStorable), ({ name }) => name)
}

/** Returns the values of the elements with one name, as the form would send them. */
function readValues(controls: Control[]): string[] {
  return controls
    .filter((control) => !isToggle(control) || control.checked)
    .map(({ value }) => value)
}

/** Sets the values and dispatches the same events as typing, so that the fields react. */
function writeValues(controls: Control[], values: string[]) {
  for (const [place, control] of controls.entries()) {
    if (isToggle(control)) {
      if (control.checked !== values.includes(control.value)) control.click()
    } else {
      control.value = values[place] ?? ''
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}

// A password that is shown has the type "text", so `data-secret` marks password fields.
function isStorable({ name, type, dataset }: Control) {
  return name !== '' && dataset['secret'] === undefined && !unstoredTypes.has(type)
}

function isToggle(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}
