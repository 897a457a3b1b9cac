import { useState } from 'react'

/** `close` keeps the subject, because the dialog still shows it while fading out. */
export function useDialog<Subject>() {
  const [subject, setSubject] = useState<Subject>()
  const [opened, setOpened] = useState(false)
  const open = (about: Subject) => {
    setSubject(about)
    setOpened(true)
  }
  return { subject, opened, open, close: () => setOpened(false) }
}
