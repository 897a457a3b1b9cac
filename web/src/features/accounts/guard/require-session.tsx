import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { FailureNotice } from '#ui/query-states.tsx'
import type { SessionState } from '../session/session-state.ts'
import { sessionStore } from '../session/session-store.ts'
import { useSession } from '../session/use-session.ts'
import styles from './guard.module.css'
import { Checking } from './checking.tsx'
import { useLoginAndBack } from './use-login-and-back.ts'

type SignedIn = Extract<SessionState, { status: 'in' }>

/** Only for people who are signed in; everybody else signs in first and comes back. */
export function RequireSession({ children }: { children: (person: SignedIn) => ReactNode }) {
  const session = useSession()
  switch (session.status) {
    case 'checking':
    case 'leaving':
      return <Checking />
    case 'unreachable':
      return (
        <main className={styles.middle}>
          <FailureNotice
            title="Mendwell does not answer."
            error={session.error}
            onRetry={sessionStore.retry}
          />
        </main>
      )
    case 'out':
      return <ToLogin ended={session.ended} />
    case 'half':
      return <ToLogin ended={false} />
    case 'in':
      return children(session)
  }
}

function ToLogin({ ended }: { ended: boolean }) {
  return <Navigate to={useLoginAndBack()} replace state={{ ended }} />
}
