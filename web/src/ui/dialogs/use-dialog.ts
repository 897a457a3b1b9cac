import { useState } from 'react'

/** What a dialog is about stays while it fades away. */
export function useDialog<Subject>() {
  const [subject, setSubject] = useState<Subject>()
  const [opened, setOpened] = useState(false)
  const open = (about: Subject) => {
    setSubject(about)
    setOpened(true)
  }
  return { subject, opened, open, close: () => setOpened(false) }
}
