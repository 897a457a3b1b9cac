import type { ReactNode } from 'react'
import styles from './form.module.css'
import { FormContext } from './form-context.ts'
import type { FormState } from './use-form.ts'

interface Props {
  form: FormState
  children: ReactNode
  label?: string | undefined
}

/** `<Form form={useForm({ schema, onSubmit })}>fields, FormFailure, SubmitButton</Form>` */
export function Form({ form, children, label }: Props) {
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
