import { Button, type ButtonProps } from '@mantine/core'
import { createContext, type FocusEvent, type ReactNode, use } from 'react'
import { Notice } from '../notice.tsx'
import styles from './form.module.css'
import type { FormState } from './use-form.ts'

interface FormProps {
  form: FormState
  children: ReactNode
  label?: string | undefined
}

/** Renders a form: `<Form form={useForm({ schema, onSubmit })}>fields, FormFailure, SubmitButton</Form>` */
export function Form({ form, children, label }: FormProps) {
  const { attach, submit } = form
  return (
    <form
      ref={attach}
      className={styles.form}
      onSubmit={submit}
      aria-label={label}
      // If the browser submits the form before hydration, POST keeps the input out of the URL.
      method="post"
      noValidate
      suppressHydrationWarning
    >
      <FormContext value={form}>{children}</FormContext>
    </form>
  )
}

/** Shows why the latest attempt to send the form failed. */
export function FormFailure() {
  const { failure } = useFormContext()
  return failure ? <Notice tone="red">{failure}</Notice> : null
}

export function SubmitButton(props: ButtonProps) {
  const { isSending } = useFormContext()
  return <Button type="submit" loading={isSending} {...props} />
}

const FormContext = createContext<FormState | undefined>(undefined)

/** Returns the state of the surrounding form. */
export function useFormContext(): FormState {
  const form = use(FormContext)
  if (!form) throw new Error('This part belongs inside a form.')
  return form
}

export interface FieldProps {
  name: string
  label: string
}

/** Returns the props that every field gets from its form. */
export function useField(name: string) {
  const { errors, left, changed } = useFormContext()
  return {
    name,
    error: errors[name],
    // Do not validate when the user presses the submit button, because a message would move the button.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!isSubmit(relatedTarget)) left(name)
    },
    onInput: () => changed(name),
  }
}

function isSubmit(element: EventTarget | null) {
  return element instanceof HTMLButtonElement && element.type === 'submit'
}
