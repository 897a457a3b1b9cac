import { type ReactNode, useCallback } from 'react'
import { DraftNotice } from './draft-notice.tsx'
import { Form } from './form.tsx'
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
  keep: string | undefined
}

/** A form that keeps a draft: `<KeptForm form={form} keep="post-job">fields, FormFailure, SubmitButton</KeptForm>` */
export function KeptForm({ form, keep, label, children }: Props) {
  const draft = useDraft(keep)
  const { attach: attachForm } = form
  const { attach: attachDraft } = draft
  const attach = useCallback(
    (element: HTMLFormElement | null) => {
      attachDraft(element)
      attachForm(element)
    },
    [attachForm, attachDraft],
  )
  return (
    // Another draft belongs to another form.
    <Form key={draft.key} form={{ ...form, attach }} label={label}>
      {draft.isBack ? <DraftNotice onDiscard={draft.discard} /> : null}
      {children}
    </Form>
  )
}
