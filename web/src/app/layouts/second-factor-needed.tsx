import { Button } from '@mantine/core'
import { ShieldAlert } from 'lucide-react'
import { Link } from 'react-router'
import { Page } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'

export default function SecondFactorNeeded() {
  return (
    <Page title="One more step">
      <NothingYet
        icon={ShieldAlert}
        title="Admins need two-factor authentication."
        action={
          <Button component={Link} to="/settings?tab=security">
            Set up two-factor authentication
          </Button>
        }
      >
        It protects your account if someone learns your password. Add an authenticator app in
        Settings, Security, then come back.
      </NothingYet>
    </Page>
  )
}
