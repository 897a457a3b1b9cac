import { Button } from '@mantine/core'
import { Hourglass } from 'lucide-react'
import { Link, Navigate } from 'react-router'
import { useLive } from '#lib/live/use-live.ts'
import { useAccount } from '#lib/session/account.ts'
import { landingPaths } from '#lib/session/roles.ts'
import { sessionStore } from '#lib/session/session-store.ts'
import { Page } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import styles from '../../layouts/guards.module.css'
import { AccessDenied } from '../../layouts/require-role.tsx'
import { makeMeta } from '../../page-meta.ts'

export const meta = makeMeta('Welcome')

const keys = [['accounts', 'me']]

/** Self-registered users see this page until an admin gives them a role. */
export default function Welcome() {
  const { role, isNewcomer } = useAccount()
  if (role) return <Navigate to={landingPaths[role]} replace />
  return isNewcomer ? <WaitingForRole /> : <AccessDenied />
}

function WaitingForRole() {
  const { userId, email } = useAccount()
  // The server creates the profile when an admin gives the user a role.
  useLive({ tables: [{ table: 'profiles', filter: `id=eq.${userId}` }], keys })
  return (
    <Page title="Welcome to Mendwell">
      <NothingYet
        icon={Hourglass}
        title="Your account needs a role."
        action={
          <div className={styles.actions}>
            <Button variant="default" component={Link} to="/settings?tab=security">
              Settings
            </Button>
            <Button variant="default" onClick={() => void sessionStore.signOut()}>
              Log out
            </Button>
          </div>
        }
      >
        Once an admin gives it one, this page opens your dashboard
        {email ? " and we'll email you" : ''}. You can log out and come back later. You're logged in
        {email ? ' as ' : ''}
        <bdi>{email}</bdi>.
      </NothingYet>
    </Page>
  )
}
