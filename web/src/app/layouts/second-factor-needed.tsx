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
        title="Admins need a second factor here."
        action={
          <Button component={Link} to="/settings?tab=security">
            Add a second factor
          </Button>
        }
      >
        Whoever learns your password could do what you can. Add an authenticator app under Security
        in the settings, then come back.
      </NothingYet>
    </Page>
  )
}
