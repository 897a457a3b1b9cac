import type * as z from 'zod/mini'

// The fields of a form as the browser knows them.

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const unkeptTypes = new Set(['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image'])

/** What may be kept of a form, by name: no secrets and no files. */
export function keptControls(form: HTMLFormElement): Map<string, Control[]> {
  const controls = [...form.elements].filter(isControl)
  return Map.groupBy(controls.filter(isKept), ({ name }) => name)
}

/** What one name stands for, as the form would send it. */
export function read(controls: Control[]): string[] {
  return controls
    .filter((control) => !isToggle(control) || control.checked)
    .map(({ value }) => value)
}

/** The fields hear of it as of something typed. */
export function write(controls: Control[], values: string[]) {
  for (const [place, control] of controls.entries()) {
    if (isToggle(control)) {
      if (control.checked !== values.includes(control.value)) control.click()
    } else {
      control.value = values[place] ?? ''
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}

/** As it is called on the screen. */
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

// A password that is shown for a moment is of type text meanwhile.
function isKept({ name, type, dataset }: Control) {
  return name !== '' && dataset['secret'] === undefined && !unkeptTypes.has(type)
}

function isToggle(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}

export type Errors = Record<string, string>

/** Stands for what the browser shows and does not hand out: half a date, letters in a number. */
const unreadable = '?'

/** One value for each name, or a list where a name occurs more than once. */
export function valuesOf(form: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(form)
  const values = [...new Set(data.keys())].map(
    (name) => [name, oneOrMore(data.getAll(name))] as const,
  )
  return { ...Object.fromEntries(values), ...unreadableIn(form) }
}

/** The first complaint about each field is enough. */
export function errorsOf(result: z.core.util.SafeParseResult<unknown>): Errors {
  if (result.success) return {}
  const errors: Errors = {}
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message
  return errors
}

export function only(errors: Errors, isWanted: (name: string) => boolean): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isWanted(name)))
}

/** The names that are wrong, as the form has them from top to bottom. */
export function inOrder(form: HTMLFormElement, errors: Errors): string[] {
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
