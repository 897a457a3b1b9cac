import { useState } from 'react'

/** Returns the state of a dialog. After `close`, the subject stays, because the dialog shows it while it fades out. */
export function useDialog<Subject>() {
  const [subject, setSubject] = useState<Subject>()
  const [opened, setOpened] = useState(false)
  const open = (about: Subject) => {
    setSubject(about)
    setOpened(true)
  }
  return { subject, opened, open, close: () => setOpened(false) }
}
