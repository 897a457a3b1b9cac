import type * as z from 'zod/mini'

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
