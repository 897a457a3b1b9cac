import { Button } from '@mantine/core'
import { Hourglass } from 'lucide-react'
import { Link, Navigate } from 'react-router'
import { useLive } from '#lib/live/use-live.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { Page } from '#ui/page.tsx'
import { landing } from '../roles.ts'
import { useAccount } from '../session/account-context.ts'
import { sessionStore } from '../session/session-store.ts'
import { AccessDenied } from './access-denied.tsx'
import styles from './guard.module.css'

const keys = [['accounts', 'me']]

/** Where newcomers wait until an admin gives them a role. */
export function Welcome() {
  const { role, isNewcomer } = useAccount()
  if (role) return <Navigate to={landing[role]} replace />
  return isNewcomer ? <Waiting /> : <AccessDenied />
}

function Waiting() {
  const { userId, email } = useAccount()
  // The profile is born with the role.
  useLive({ tables: [{ table: 'profiles', filter: `id=eq.${userId}` }], keys })
  return (
    <Page title="Welcome to Mendwell">
      <NothingYet
        icon={Hourglass}
        title="Your account is there."
        action={
          <div className={styles.actions}>
            <Button variant="default" component={Link} to="/settings?tab=security">
              Settings
            </Button>
            <Button variant="default" onClick={() => void sessionStore.signOut()}>
              Sign out
            </Button>
          </div>
        }
      >
        An admin has yet to say what it may do here. Then this page goes on to your dashboard by
        itself{email ? ', and you get a mail' : ''}; you can also sign out and come back later. You
        are signed in
        {email ? ' as ' : ''}
        <bdi>{email}</bdi>.
      </NothingYet>
    </Page>
  )
}
