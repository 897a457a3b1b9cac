import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { EditProfile } from '../../../features/accounts/profile/edit-profile.tsx'
import { landing } from '../../../features/accounts/roles.ts'
import { useAccount } from '../../../features/accounts/session/account-context.ts'
import { Page } from '../../../ui/page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Edit Your Profile')

/** Others see the profile; where it is saved, one is back where one's work is. */
export default function EditProfilePage() {
  const { userId, role } = useAccount()
  const navigate = useNavigate()
  if (!role) return null
  const home = role === 'consultant' ? '/consultant-portal' : landing[role]
  return (
    <Page
      title="Edit Your Profile"
      lead="Who you are and what you do: those you work with see it."
      actions={
        <Button component={Link} to={home} variant="default" size="sm">
          {role === 'consultant' ? 'Back to Portal' : 'Back to Dashboard'}
        </Button>
      }
    >
      <EditProfile userId={userId} role={role} onSaved={() => void navigate(home)} />
    </Page>
  )
}
