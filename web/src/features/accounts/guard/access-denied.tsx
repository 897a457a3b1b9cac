import { Button } from '@mantine/core'
import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { FailureNotice, NothingYet } from '#ui/query-states.tsx'
import { Page } from '#ui/page.tsx'
import { landingOf, type Role } from '../roles.ts'
import { useAccount } from '../session/account-context.ts'
import { sessionStore } from '../session/session-store.ts'
import { useLoginAndBack } from './use-login-and-back.ts'
import styles from './guard.module.css'

export function AccessDenied() {
  const { role, isNewcomer, email, roleError, lookUpAgain } = useAccount()
  const loginAndBack = useLoginAndBack()
  return (
    <Page title="Access Denied">
      <NothingYet
        icon={Lock}
        title={isNewcomer ? 'Your account has no role yet.' : reasonFor(role, roleError)}
        action={
          <div className={styles.actions}>
            <Button variant="default" onClick={() => void sessionStore.signOut(loginAndBack)}>
              Sign in as somebody else
            </Button>
            {role ? (
              <Button component={Link} to={landingOf[role]}>
                Go to your dashboard
              </Button>
            ) : null}
            {isNewcomer ? (
              <Button component={Link} to={landingOf.newcomer}>
                See what comes next
              </Button>
            ) : null}
          </div>
        }
      >
        You are signed in as <bdi>{email}</bdi>.
      </NothingYet>
      {roleError ? (
        <FailureNotice title="Failed to fetch role" error={roleError} onRetry={lookUpAgain} />
      ) : null}
    </Page>
  )
}

function reasonFor(role: Role | undefined, roleError: unknown) {
  if (roleError) return 'Your role could not be read.'
  return role ? 'This page is for another role.' : 'The role of your account is not known here.'
}
