import { Button } from '@mantine/core'
import { type ReactNode, use, useCallback, useRef, useState } from 'react'
import { deviceDraftKey, draftKey, DraftOwner } from '#lib/drafts.ts'
import { Notice } from '../notice.tsx'
import { attachDraft, type FormDraft } from './form-draft.ts'
import { Form } from './form.tsx'
import type { FormState } from './use-form.ts'

export interface DraftOptions {
  /** Whether the draft stays on the device until the user logs out, also after a crash of the browser. */
  isOnDevice?: boolean
  /** Called after each change, with whether the browser stored it. This function must not change between renders. */
  onSave?: (isStored: boolean) => void
  onDiscard?: () => void
}

interface DraftFormProps extends DraftOptions {
  form: FormState
  children: ReactNode
  label?: string
  /**
   * The name of the draft, such as "post-job" or "bid:<job id>". The draft is kept until the form is sent, the tab is
   * closed or the user logs out.
   */
  draftName: string | undefined
}

/**
 * Renders a form that stores a draft: `<DraftForm form={form} draftName="post-job">fields, FormFailure,
 * SubmitButton</DraftForm>`
 */
export function DraftForm({ form, draftName, label, children, ...options }: DraftFormProps) {
  const draft = useDraft(draftName, options)
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

const ignore = () => undefined

/** Returns the state of the draft, and a function that attaches the draft to the form. */
function useDraft(name: string | undefined, options: DraftOptions) {
  const { isOnDevice = false, onSave = ignore, onDiscard } = options
  const owner = use(DraftOwner)
  const keyOf = isOnDevice ? deviceDraftKey : draftKey
  const key = name && owner ? keyOf(owner, name) : undefined
  const formDraft = useRef<FormDraft>(undefined)
  const [isBack, setBack] = useState(false)

  const attach = useCallback(
    (form: HTMLFormElement | null) => {
      // Ignore a second call for the same form, which would treat restored input as initial values.
      if (!form || !key || formDraft.current?.form === form) return
      formDraft.current = attachDraft(form, key, { onBack: () => setBack(true), onSave })
      form.addEventListener('sent', () => setBack(false))
    },
    [key, onSave],
  )

  const discard = () => {
    formDraft.current?.discard()
    setBack(false)
    onDiscard?.()
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
