import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { SessionState } from '#lib/session/session-state.ts'
import { sessionStore, useSession } from '#lib/session/session-store.ts'
import { FailureNotice } from '#ui/query-states.tsx'
import styles from './guards.module.css'

type SignedInSession = Extract<SessionState, { status: 'signed-in' }>

/** Redirects visitors to the login page, from which they return after the login. */
export function RequireSession({
  children,
}: {
  children: (session: SignedInSession) => ReactNode
}) {
  const session = useSession()
  switch (session.status) {
    case 'checking':
    case 'signing-out':
      return <Checking />
    case 'unreachable':
      return (
        <main className={styles.middle}>
          <FailureNotice
            title="Can't connect. Retrying…"
            error={session.error}
            onRetry={sessionStore.retry}
          />
        </main>
      )
    case 'signed-out':
      return <RedirectToLogin wasEnded={session.wasEnded} />
    case 'needs-second-factor':
      return <RedirectToLogin wasEnded={false} />
    case 'signed-in':
      return children(session)
  }
}

function RedirectToLogin({ wasEnded }: { wasEnded: boolean }) {
  return <Navigate to={useLoginPath()} replace state={{ wasEnded }} />
}

/** Returns the path of the login page, with the current page as its `next` parameter. */
export function useLoginPath() {
  const { pathname, search, hash } = useLocation()
  return `/login?${new URLSearchParams({ next: pathname + search + hash })}`
}

export function Checking() {
  return (
    <main className={styles.middle}>
      <p role="status" className={styles.checking}>
        Loading...
      </p>
    </main>
  )
}
