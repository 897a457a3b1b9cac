import { Button } from '@mantine/core'
import { type ReactNode, use, useCallback, useRef, useState } from 'react'
import { draftKey, DraftOwner } from '#lib/drafts.ts'
import { Notice } from '../notice.tsx'
import { attachDraft, type FormDraft } from './form-draft.ts'
import { Form } from './form.tsx'
import type { FormState } from './use-form.ts'

interface DraftFormProps {
  form: FormState
  children: ReactNode
  label?: string
  /**
   * The name of the draft, such as "post-job" or "bid:<job id>". The draft is kept until the form is sent, the tab is
   * closed or the user logs out.
   */
  keep: string | undefined
}

/**
 * Renders a form that stores a draft: `<DraftForm form={form} keep="post-job">fields, FormFailure,
 * SubmitButton</DraftForm>`
 */
export function DraftForm({ form, keep, label, children }: DraftFormProps) {
  const draft = useDraft(keep)
  const { attach: attachForm } = form
  const { attach: attachToDraft } = draft
  const attach = useCallback(
    (element: HTMLFormElement | null) => {
      attachToDraft(element)
      attachForm(element)
    },
    [attachForm, attachToDraft],
  )
  return (
    // The key gives each draft its own form element.
    <Form key={draft.key} form={{ ...form, attach }} label={label}>
      {draft.isBack ? <DraftNotice onDiscard={draft.discard} /> : null}
      {children}
    </Form>
  )
}

/** Returns the state of the draft, and a function that attaches the draft to the form. */
function useDraft(name: string | undefined) {
  const owner = use(DraftOwner)
  const key = name && owner ? draftKey(owner, name) : undefined
  const kept = useRef<FormDraft>(undefined)
  const [isBack, setBack] = useState(false)

  const attach = useCallback(
    (form: HTMLFormElement | null) => {
      // Ignore a second call for the same form, which would treat restored input as initial values.
      if (!form || !key || kept.current?.form === form) return
      kept.current = attachDraft(form, key, () => setBack(true))
      form.addEventListener('sent', () => setBack(false))
    },
    [key],
  )

  const discard = () => {
    kept.current?.discard()
    setBack(false)
  }
  return { key, isBack, attach, discard }
}

/** Shows that the input was restored from a draft. */
function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const discard = (
    <Button variant="default" size="compact-sm" onClick={onDiscard}>
      Discard
    </Button>
  )
  return (
    <Notice tone="blue" action={discard}>
      Draft restored.
    </Notice>
  )
}
