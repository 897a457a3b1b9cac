// Reads and writes the DOM elements of a form.
import type * as z from 'zod/mini'

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function labelOf(form: HTMLFormElement, name: string): string {
  const control = [...form.elements].filter(isControl).find((each) => each.name === name)
  return control?.labels?.[0]?.textContent.replace(/\s*\*$/, '') ?? name
}

export function focusOn(form: HTMLFormElement, name: string) {
  const control = [...form.elements].filter(isControl).find((each) => each.name === name)
  control?.focus()
  return control !== undefined
}

export function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
}

export type FieldErrors = Record<string, string>

/** Stands for input that the browser shows but does not return, such as half a date. */
const unreadable = '?'

/** Returns one value for each name, or a list if a name occurs more than once. */
export function formValues(form: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(form)
  const values = [...new Set(data.keys())].map(
    (name) => [name, oneOrMore(data.getAll(name))] as const,
  )
  return { ...Object.fromEntries(values), ...unreadableIn(form) }
}

/** Returns the first message for each field. */
export function fieldErrors(result: z.core.util.SafeParseResult<unknown>): FieldErrors {
  if (result.success) return {}
  const errors: FieldErrors = {}
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message
  return errors
}

export function pickErrors(
  errors: FieldErrors,
  isIncluded: (name: string) => boolean,
): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isIncluded(name)))
}

/** Returns the names of the invalid fields, in the order of the form. */
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
