// Manages the state of a form. The DOM contains the input, so text from before hydration or from autofill is not lost.
import { type FormEvent, useCallback, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { explain } from '#lib/errors.ts'
import {
  fieldErrors,
  type FieldErrors,
  focusOn,
  formValues,
  invalidNames,
  labelOf,
  pickErrors,
} from './form-elements.ts'

interface InvalidField {
  name: string
  label: string
}

export interface FormState {
  errors: FieldErrors
  /** The invalid fields of the latest attempt to send, in the order of the form. */
  wrong: InvalidField[]
  /** The server's message, which stays until the next attempt. */
  failure: string | undefined
  isSending: boolean
  attach: (form: HTMLFormElement | null) => void
  submit: (event: FormEvent<HTMLFormElement>) => void
  /** On blur, validates each field that shows an error or was ever left with a value. */
  left: (name: string) => void
  /** On input, removes the errors that the change fixes, including errors of other fields. */
  changed: (name: string) => void
  focus: (name: string) => void
}

interface FormOptions<Values> {
  schema: z.core.$ZodType<Values>
  onSubmit: (values: Values, form: HTMLFormElement) => Promise<void>
  /** Returns a message that replaces the general message of an error. */
  errorTextFor?: (error: unknown) => string | undefined
  /** Returns the name of the field where the form shows a refusal. */
  fieldFor?: (error: unknown) => string | undefined
}

export function useForm<Values>({ schema, onSubmit, ...texts }: FormOptions<Values>): FormState {
  const element = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const seen = useRef(new Set<string>())
  const [found, setFound] = useState<FieldErrors>({})
  const [refused, setRefused] = useState<FieldErrors>({})
  const [wrong, setWrong] = useState<InvalidField[]>([])
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)

  const attach = useCallback((form: HTMLFormElement | null) => {
    element.current = form
    if (form) return takeOver(form)
    // Clear the errors, so that they do not appear when a closed dialog opens again.
    seen.current.clear()
    setFound({})
    setRefused({})
    setWrong([])
    setFailure(undefined)
  }, [])

  const look = (form: HTMLFormElement) => fieldErrors(z.safeParse(schema, formValues(form)))

  const left = (name: string) => {
    const form = element.current
    if (!form) return
    const isEmpty = !formValues(form)[name]
    if (!isEmpty || name in found) seen.current.add(name)
    const now = look(form)
    setFound((before) => pickErrors(now, (field) => field in before || seen.current.has(field)))
  }

  const changed = (name: string) => {
    const form = element.current
    setRefused((before) => (name in before ? {} : before))
    if (!form || Object.keys(found).length === 0) return
    const now = look(form)
    setFound((before) => pickErrors(now, (field) => field in before))
  }

  const complain = (form: HTMLFormElement, errors: FieldErrors) => {
    const names = invalidNames(form, errors)
    setFound(errors)
    setWrong(names.map((name) => ({ name, label: labelOf(form, name) })))
    if (names[0]) focusOn(form, names[0])
  }

  const explainTo = (form: HTMLFormElement, error: unknown) => {
    const text = texts.errorTextFor?.(error) ?? explain(error)
    const field = texts.fieldFor?.(error)
    if (!field || !focusOn(form, field)) return setFailure(text)
    setRefused({ [field]: text })
  }

  const send = async (form: HTMLFormElement) => {
    // Ignore a second press while the form is being sent.
    if (sending.current) return
    const result = z.safeParse(schema, formValues(form))
    complain(form, fieldErrors(result))
    if (!result.success) return
    sending.current = true
    setSending(true)
    setRefused({})
    setFailure(undefined)
    try {
      await onSubmit(result.data, form)
      form.dispatchEvent(new Event('sent'))
    } catch (error) {
      explainTo(form, error)
    } finally {
      sending.current = false
      setSending(false)
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(event.currentTarget)
  }

  const focus = (name: string) => void (element.current && focusOn(element.current, name))
  const errors = { ...refused, ...found }
  return { errors, wrong, failure, isSending, attach, submit, left, changed, focus }
}

/** If the user submitted the form before hydration, this function submits it now. */
function takeOver(form: HTMLFormElement) {
  form.dataset.ready = 'yes'
  if (!form.dataset.early) return
  delete form.dataset.early
  form.requestSubmit()
}
