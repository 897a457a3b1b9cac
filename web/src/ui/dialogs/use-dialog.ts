import { useState } from 'react'

/**
 * Returns the state of a dialog. `close` keeps the subject, because the dialog still shows it while the dialog fades
 * out.
 */
export function useDialog<Subject>() {
  const [subject, setSubject] = useState<Subject>()
  const [opened, setOpened] = useState(false)
  const open = (about: Subject) => {
    setSubject(about)
    setOpened(true)
  }
  return { subject, opened, open, close: () => setOpened(false) }
}
