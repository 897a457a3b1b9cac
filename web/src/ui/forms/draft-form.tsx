import { type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { Form } from './form.tsx'
import type { FormState } from './use-form.ts'
import { DraftOwner, draftKey } from '#lib/drafts.ts'
import { keepDraft, type KeptDraft } from './form-draft.ts'
import { Button } from '@mantine/core'
import { Notice } from '../notice.tsx'

interface DraftFormProps {
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
export function KeptForm({ form, keep, label, children }: DraftFormProps) {
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

/** The draft of the form that is attached, kept under a name that is the form's own. */
function useDraft(name: string | undefined) {
  const owner = use(DraftOwner)
  const key = name && owner ? draftKey(owner, name) : undefined
  const kept = useRef<KeptDraft>(undefined)
  const [isBack, setBack] = useState(false)

  const attach = useCallback(
    (form: HTMLFormElement | null) => {
      // The same form may be handed over twice; it would take what was put back for its own.
      if (!form || !key || kept.current?.form === form) return
      kept.current = keepDraft(form, key, () => setBack(true))
      form.addEventListener('sent', () => setBack(false))
    },
    [key],
  )

  // After every change of the form: some fields come when others are filled in.
  useEffect(() => {
    kept.current?.putBack()
  })

  const discard = () => {
    kept.current?.discard()
    setBack(false)
  }
  return { key, isBack, attach, discard }
}

/** Says that what stands in the fields was typed earlier. */
function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const discard = (
    <Button variant="default" size="compact-sm" onClick={onDiscard}>
      Discard
    </Button>
  )
  return (
    <Notice tone="blue" action={discard}>
      Your draft is back.
    </Notice>
  )
}
