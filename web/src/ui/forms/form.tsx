import { type ReactNode, useCallback } from 'react'
import { DraftNotice } from './draft-notice.tsx'
import styles from './form.module.css'
import { FormContext } from './form-context.ts'
import { useDraft } from './use-draft.ts'
import type { FormState } from './use-form.ts'

interface Props {
  form: FormState
  children: ReactNode
  label?: string
  /**
   * A name under which what is typed is kept for this person until it is sent: "post-job", "bid:<job id>". It
   * outlives reload, closing and an ended session; passwords and files are not kept.
   */
  keep?: string
}

/** `<Form form={useForm({ schema, onSubmit })} keep="post-job">fields, FormFailure, SubmitButton</Form>` */
export function Form({ form, children, label, keep }: Props) {
  const { attach, submit } = form
  const { attach: attachDraft, ...draft } = useDraft(keep)
  const attachBoth = useCallback(
    (element: HTMLFormElement | null) => {
      attachDraft(element)
      attach(element)
    },
    [attach, attachDraft],
  )
  return (
    <form
      // Another draft belongs to another form.
      key={draft.key}
      ref={attachBoth}
      className={styles.form}
      onSubmit={submit}
      aria-label={label}
      // Without the app the browser would put what is typed into the address.
      method="post"
      noValidate
      suppressHydrationWarning
    >
      <FormContext value={form}>
        {draft.isBack ? <DraftNotice onDiscard={draft.discard} /> : null}
        {children}
      </FormContext>
    </form>
  )
}
