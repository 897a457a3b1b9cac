// Forms keep what is typed where it is typed: in the fields. So nothing is lost that was entered before the app
// had loaded, by the browser's own filling in, or before an error.
import { type FormEvent, useCallback, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { explain } from '../../lib/errors/explain.ts'
import { takeOver } from './take-over.ts'

type Errors = Record<string, string>

export interface FormState {
  errors: Errors
  /** What the server said, in words; it stays until the next try. */
  failure: string | undefined
  isSending: boolean
  attach: (form: HTMLFormElement | null) => void
  submit: (event: FormEvent<HTMLFormElement>) => void
  /** Looks at one field, once it was left with something in it or was found wrong before. */
  check: (name: string) => void
}

interface Options<Values> {
  schema: z.core.$ZodType<Values>
  onSubmit: (values: Values, form: HTMLFormElement) => Promise<void>
  /** Other words for a failure than those of everywhere. */
  wordsFor?: (error: unknown) => string | undefined
}

export function useForm<Values>({ schema, onSubmit, wordsFor }: Options<Values>): FormState {
  const element = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)

  const attach = useCallback((form: HTMLFormElement | null) => {
    element.current = form
    if (form) takeOver(form)
  }, [])

  const check = (name: string) => {
    const form = element.current
    if (!form) return
    const isEmpty = !new FormData(form).get(name)
    if (isEmpty && !errors[name]) return
    const found = errorsOf(z.safeParse(schema, valuesOf(form)))[name]
    setErrors((before) => withError(before, name, found))
  }

  const send = async (form: HTMLFormElement) => {
    const result = z.safeParse(schema, valuesOf(form))
    setErrors(errorsOf(result))
    if (!result.success) return focusFirst(form, errorsOf(result))
    // A second press while the first is on its way would do everything twice.
    if (sending.current) return
    sending.current = true
    setSending(true)
    setFailure(undefined)
    try {
      await onSubmit(result.data, form)
    } catch (error) {
      setFailure(wordsFor?.(error) ?? explain(error))
    } finally {
      sending.current = false
      setSending(false)
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(event.currentTarget)
  }

  return { errors, failure, isSending, attach, submit, check }
}

function valuesOf(form: HTMLFormElement) {
  return Object.fromEntries(new FormData(form))
}

function withError(errors: Errors, name: string, error: string | undefined): Errors {
  const others = Object.entries(errors).filter(([field]) => field !== name)
  return Object.fromEntries(error ? [...others, [name, error]] : others)
}

function errorsOf(result: z.core.util.SafeParseResult<unknown>): Errors {
  if (result.success) return {}
  const errors: Errors = {}
  // The first complaint about a field is enough.
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message
  return errors
}

function focusFirst(form: HTMLFormElement, errors: Errors) {
  const fields = [...form.elements].filter((field) => field instanceof HTMLElement)
  fields.find((field) => (field.getAttribute('name') ?? '') in errors)?.focus()
}
