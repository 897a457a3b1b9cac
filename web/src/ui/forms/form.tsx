import { createContext, type FocusEvent, Fragment, type ReactNode, use } from 'react'
import styles from './form.module.css'
import type { FormState } from './use-form.ts'
import { Button, UnstyledButton, type ButtonProps } from '@mantine/core'
import { Notice } from '../notice.tsx'

interface FormProps {
  form: FormState
  children: ReactNode
  label?: string | undefined
}

/** `<Form form={useForm({ schema, onSubmit })}>fields, FormFailure, SubmitButton</Form>` */
export function Form({ form, children, label }: FormProps) {
  const { attach, submit } = form
  return (
    <form
      ref={attach}
      className={styles.form}
      onSubmit={submit}
      aria-label={label}
      // Without the app the browser would put what is typed into the address.
      method="post"
      noValidate
      suppressHydrationWarning
    >
      <FormContext value={form}>{children}</FormContext>
    </form>
  )
}

const few = 2

/** At the top of a long form: `<FormErrors />`. Where more than two fields are wrong, it leads to each of them. */
export function FormErrors() {
  const { wrong, errors, focus } = useFormAround()
  const still = wrong.filter(({ name }) => name in errors)
  if (wrong.length <= few || still.length === 0) return null
  return (
    <Notice tone="red">
      Nothing was sent yet. Look at{' '}
      {still.map(({ name, label }, place) => (
        <Fragment key={name}>
          {place > 0 ? ', ' : ''}
          <UnstyledButton className={styles.link} onClick={() => focus(name)}>
            {label}
          </UnstyledButton>
        </Fragment>
      ))}
      .
    </Notice>
  )
}

/** Why the last try did not work; what was typed stays. */
export function FormFailure() {
  const { failure } = useFormAround()
  return failure ? <Notice tone="red">{failure}</Notice> : null
}

/** Disabled, with a spinner, while the form is on its way. */
export function SubmitButton(props: ButtonProps) {
  const { isSending } = useFormAround()
  return <Button type="submit" loading={isSending} {...props} />
}

/** Fields that belong together, side by side where there is room: `<FieldRow>two or three fields</FieldRow>` */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

const FormContext = createContext<FormState | undefined>(undefined)

/** The form that a part stands in. */
function useFormAround(): FormState {
  const form = use(FormContext)
  if (!form) throw new Error('This part belongs inside a form.')
  return form
}

export interface Field {
  name: string
  label: string
}

/** What every kind of field gets of its form. */
export function useField(name: string) {
  const { errors, left, changed } = useFormAround()
  return {
    name,
    error: errors[name],
    // A complaint that appears while the button is being pressed would move it away from under the pointer; what
    // is sent is looked at as a whole anyway.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!isSubmit(relatedTarget)) left(name)
    },
    onInput: () => changed(name),
  }
}

function isSubmit(element: EventTarget | null) {
  return element instanceof HTMLButtonElement && element.type === 'submit'
}
