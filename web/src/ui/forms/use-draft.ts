import { use, useCallback, useEffect, useRef, useState } from 'react'
import { draftKey } from '#lib/drafts.ts'
import { DraftOwner } from './draft-owner.ts'
import { keepDraft, type KeptDraft } from './keep-draft.ts'

/** The draft of the form that is attached, kept under a name that is the form's own. */
export function useDraft(name: string | undefined) {
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
