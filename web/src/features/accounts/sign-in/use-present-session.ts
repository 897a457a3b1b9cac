import { useEffect, useEffectEvent } from 'react'
import type { Role } from '../roles.ts'
import { mayHaveSession } from '../session/session-entries.ts'
import { sessionStore } from '../session/session-store.ts'
import { useKnownSession } from '../session/use-session.ts'
import { resume } from './sign-in.ts'

interface Present {
  onIn: (role: Role) => void
  onHalf: () => void
  /** A link of a mail comes before whoever is signed in. */
  isOff: boolean
}

/** Who is signed in already, here or meanwhile in another tab, does not have to do it again. */
export function usePresentSession({ onIn, onHalf, isOff }: Present) {
  const session = useKnownSession()
  const userId = session.status === 'in' ? session.userId : undefined
  const toldRole = session.status === 'in' ? session.toldRole : undefined
  const isHalf = session.status === 'half'
  const arrive = useEffectEvent(onIn)
  const ask = useEffectEvent(onHalf)

  useEffect(() => {
    if (isOff) return
    const look = () => {
      if (mayHaveSession()) sessionStore.start()
    }
    look()
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [isOff])

  useEffect(() => {
    if (isHalf && !isOff) ask()
  }, [isHalf, isOff])

  useEffect(() => {
    if (!userId || isOff) return
    const left = new AbortController()
    void resume(userId, toldRole).then(
      (role) => role && !left.signal.aborted && arrive(role),
      // Then the form is there, and says what is wrong when it is used.
      () => undefined,
    )
    return () => left.abort()
  }, [userId, toldRole, isOff])
}
