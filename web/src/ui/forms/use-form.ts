import { type FormEvent, useCallback, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { explain } from '#lib/errors.ts'
import {
  errorsOf,
  focusOn,
  inOrder,
  labelOf,
  only,
  type Errors,
  valuesOf,
} from './form-elements.ts'

// Forms keep what is typed where it is typed: in the fields. So nothing is lost that was entered before the app
// had loaded, by the browser's own filling in, or before an error.

interface Wrong {
  name: string
  label: string
}

export interface FormState {
  errors: Errors
  /** What was wrong when it was last to be sent, from top to bottom. */
  wrong: Wrong[]
  /** What the server said, in words; it stays until the next try. */
  failure: string | undefined
  isSending: boolean
  attach: (form: HTMLFormElement | null) => void
  submit: (event: FormEvent<HTMLFormElement>) => void
  /** A field was left: it is looked at if there is something in it, with all that were left before it. */
  left: (name: string) => void
  /** With every key: complaints go when their cause does, also those of another field. */
  changed: (name: string) => void
  focus: (name: string) => void
}

interface Options<Values> {
  schema: z.core.$ZodType<Values>
  onSubmit: (values: Values, form: HTMLFormElement) => Promise<void>
  /** Other words for a failure than those of everywhere. */
  wordsFor?: (error: unknown) => string | undefined
  /** The field that a refusal is about; what it says then stands there. */
  fieldFor?: (error: unknown) => string | undefined
}

export function useForm<Values>({ schema, onSubmit, ...words }: Options<Values>): FormState {
  const element = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const seen = useRef(new Set<string>())
  const [found, setFound] = useState<Errors>({})
  const [refused, setRefused] = useState<Errors>({})
  const [wrong, setWrong] = useState<Wrong[]>([])
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)

  const attach = useCallback((form: HTMLFormElement | null) => {
    element.current = form
    if (form) return takeOver(form)
    // In a dialog it opens anew, without the complaints of last time.
    seen.current.clear()
    setFound({})
    setRefused({})
    setWrong([])
    setFailure(undefined)
  }, [])

  const look = (form: HTMLFormElement) => errorsOf(z.safeParse(schema, valuesOf(form)))

  const left = (name: string) => {
    const form = element.current
    if (!form) return
    const isEmpty = !valuesOf(form)[name]
    if (!isEmpty || name in found) seen.current.add(name)
    const now = look(form)
    setFound((before) => only(now, (field) => field in before || seen.current.has(field)))
  }

  const changed = (name: string) => {
    const form = element.current
    setRefused((before) => (name in before ? {} : before))
    if (!form || Object.keys(found).length === 0) return
    const now = look(form)
    setFound((before) => only(now, (field) => field in before))
  }

  const complain = (form: HTMLFormElement, errors: Errors) => {
    const names = inOrder(form, errors)
    setFound(errors)
    setWrong(names.map((name) => ({ name, label: labelOf(form, name) })))
    if (names[0]) focusOn(form, names[0])
  }

  const explainTo = (form: HTMLFormElement, error: unknown) => {
    const text = words.wordsFor?.(error) ?? explain(error)
    const field = words.fieldFor?.(error)
    if (!field || !focusOn(form, field)) return setFailure(text)
    setRefused({ [field]: text })
  }

  const send = async (form: HTMLFormElement) => {
    // A second press while the first is on its way would do everything twice.
    if (sending.current) return
    const result = z.safeParse(schema, valuesOf(form))
    complain(form, errorsOf(result))
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

/** From now on the app answers this form. A press that came too early is done now. */
function takeOver(form: HTMLFormElement) {
  form.dataset.ready = 'yes'
  if (!form.dataset.early) return
  delete form.dataset.early
  form.requestSubmit()
}
