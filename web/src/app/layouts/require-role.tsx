import { Button } from '@mantine/core'
import { Lock } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { useConnection } from '#lib/live/connection.ts'
import { useAccount } from '#lib/session/account.ts'
import { landingPaths, type Role } from '#lib/session/roles.ts'
import { sessionStore } from '#lib/session/session-store.ts'
import { lazySection } from '#ui/lazy.tsx'
import { Page } from '#ui/page.tsx'
import { FailureNotice, NothingYet } from '#ui/query-states.tsx'
import styles from './guards.module.css'
import { useLoginPath } from './require-session.tsx'

const OfflinePage = lazySection(() => import('./offline-page.tsx'))

interface Props {
  roles: readonly Role[]
  children: ReactNode
}

/** Hides a page from users whose role may not read its data. */
export function RequireRole({ roles, children }: Props) {
  const { role, profile } = useAccount()
  const isOffline = useConnection() === 'offline'
  if (isOffline && !profile) {
    return (
      <Suspense>
        <OfflinePage />
      </Suspense>
    )
  }
  return role && roles.includes(role) ? children : <AccessDenied />
}

export function AccessDenied() {
  const { role, isNewcomer, email, profileError, retryProfile } = useAccount()
  const loginPath = useLoginPath()
  return (
    <Page title="Access Denied">
      <NothingYet
        icon={Lock}
        title={isNewcomer ? 'Your account has no role yet.' : reasonFor(role, profileError)}
        action={
          <div className={styles.actions}>
            <Button variant="default" onClick={() => void sessionStore.signOut(loginPath)}>
              Log in as someone else
            </Button>
            {role ? (
              <Button component={Link} to={landingPaths[role]}>
                Go to your dashboard
              </Button>
            ) : null}
            {isNewcomer ? (
              <Button component={Link} to={landingPaths.newcomer}>
                See next steps
              </Button>
            ) : null}
          </div>
        }
      >
        You're logged in as <bdi>{email}</bdi>.
      </NothingYet>
      {profileError ? (
        <FailureNotice title="Failed to fetch role" error={profileError} onRetry={retryProfile} />
      ) : null}
    </Page>
  )
}

function reasonFor(role: Role | undefined, profileError: unknown) {
  if (profileError) return "Your role couldn't be loaded."
  return role ? 'This page is for another role.' : 'Your account has an unknown role.'
}
