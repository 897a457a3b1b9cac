// Reads and writes the DOM elements of a form.
import type * as z from 'zod/mini'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const unkeptTypes = new Set(['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image'])

/** The elements that a draft may store, by name: no secrets and no files. */
export function storableControls(form: HTMLFormElement): Map<string, Control[]> {
  const controls = [...form.elements].filter(isControl)
  return Map.groupBy(controls.filter(isStorable), ({ name }) => name)
}

/** The values under one name, as the form would send them. */
export function readValues(controls: Control[]): string[] {
  return controls
    .filter((control) => !isToggle(control) || control.checked)
    .map(({ value }) => value)
}

/** Dispatches the events of typing, so that the fields react. */
export function writeValues(controls: Control[], values: string[]) {
  for (const [place, control] of controls.entries()) {
    if (isToggle(control)) {
      if (control.checked !== values.includes(control.value)) control.click()
    } else {
      control.value = values[place] ?? ''
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}

/** The visible label of a field. */
export function labelOf(form: HTMLFormElement, name: string): string {
  const control = [...form.elements].filter(isControl).find((each) => each.name === name)
  return control?.labels?.[0]?.textContent.replace(/\s*\*$/, '') ?? name
}

export function focusOn(form: HTMLFormElement, name: string) {
  const control = [...form.elements].filter(isControl).find((each) => each.name === name)
  control?.focus()
  return control !== undefined
}

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
}

// A password field has type "text" while it is shown.
function isStorable({ name, type, dataset }: Control) {
  return name !== '' && dataset['secret'] === undefined && !unkeptTypes.has(type)
}

function isToggle(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}

export type FieldErrors = Record<string, string>

/** Stands for input that the browser shows but does not return, such as half a date or letters in a number. */
const unreadable = '?'

/** One value for each name, or a list if a name occurs more than once. */
export function formValues(form: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(form)
  const values = [...new Set(data.keys())].map(
    (name) => [name, oneOrMore(data.getAll(name))] as const,
  )
  return { ...Object.fromEntries(values), ...unreadableIn(form) }
}

/** Only the first message of each field. */
export function fieldErrors(result: z.core.util.SafeParseResult<unknown>): FieldErrors {
  if (result.success) return {}
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message
  return errors
}

export function pickErrors(errors: FieldErrors, isWanted: (name: string) => boolean): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isWanted(name)))
}

/** The names of the invalid fields, in the order of the form. */
export function invalidNames(form: HTMLFormElement, errors: FieldErrors): string[] {
  const names = [...form.elements].map((field) => field.getAttribute('name') ?? '')
  return [...new Set(names)].filter((name) => name in errors)
}

function oneOrMore(values: FormDataEntryValue[]) {
  return values.length > 1 ? values : values[0]
}

function unreadableIn(form: HTMLFormElement) {
  const inputs = [...form.elements].filter((field) => field instanceof HTMLInputElement)
  const bad = inputs.filter(({ name, validity }) => name && validity.badInput)
  return Object.fromEntries(bad.map(({ name }) => [name, unreadable]))
}
