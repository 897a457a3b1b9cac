import { Button } from '@mantine/core'
import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { landing } from '../roles.ts'
import { useAccount } from '../session/account-context.ts'
import { sessionStore } from '../session/session-store.ts'
import styles from './guard.module.css'

export function AccessDenied() {
  const { role, email, roleError, lookUpAgain } = useAccount()
  return (
    <div className={styles.middle}>
      <div className={styles.denied}>
        <span className={styles.icon}>
          <Lock size={20} aria-hidden />
        </span>
        <h1 tabIndex={-1} data-page-title>
          Access Denied
        </h1>
        <p className={styles.words}>
          This page is not for your account, <bdi>{email}</bdi>. Somebody else with another role may
          open it.
        </p>
        {roleError ? (
          <FailureNotice title="Failed to fetch role" error={roleError} onRetry={lookUpAgain} />
        ) : null}
        <div className={styles.actions}>
          {role ? (
            <Button component={Link} to={landing[role]}>
              Go to your dashboard
            </Button>
          ) : null}
          <Button variant="default" onClick={() => void sessionStore.signOut()}>
            Sign in as somebody else
          </Button>
        </div>
      </div>
    </div>
  )
}
