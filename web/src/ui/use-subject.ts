import { useState } from 'react'

/** What a dialog is about. It stays while the dialog is seen closing. */
export function useSubject<Subject>() {
  const [subject, setSubject] = useState<Subject>()
  const [opened, setOpened] = useState(false)
  const open = (about: Subject) => {
    setSubject(about)
    setOpened(true)
  }
  return { subject, opened, open, close: () => setOpened(false) }
}
