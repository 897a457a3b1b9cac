import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { explain } from '../../../lib/errors/explain.ts'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { sessionStore } from './session-store.ts'

interface SignOut {
  signOut: () => void
  /** To be rendered: says that it did not work, if so. */
  failure: ReactNode
}

/** Nobody should walk away from a screen that only seems to be signed out. */
export function useSignOut(): SignOut {
  const [problem, setProblem] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const signOut = () => {
    setOpen(false)
    void sessionStore.signOut().catch((error: unknown) => {
      setProblem(explain(error))
      setOpen(true)
    })
  }
  const close = () => setOpen(false)
  const failure = (
    <Dialog opened={isOpen} onClose={close} title="You are still signed in" size="sm">
      <p>{problem}</p>
      <DialogButtons>
        <Button variant="default" onClick={close}>
          Stay
        </Button>
        <Button onClick={signOut}>Try again</Button>
      </DialogButtons>
    </Dialog>
  )
  return { signOut, failure }
}
