import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { EditProfile } from '#features/accounts/profile/edit-profile.tsx'
import { landing, type Role } from '#features/accounts/roles.ts'
import { useAccount } from '#features/accounts/session/account-context.ts'
import { ResumeField } from '#features/documents/mine/resume-field.tsx'
import { useResumeChoice } from '#features/documents/mine/use-resume-choice.ts'
import { Page } from '#ui/page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Edit Your Profile')

/** Others see the profile; where it is saved, one is back where one's work is. */
export default function EditProfilePage() {
  const { userId, role } = useAccount()
  const navigate = useNavigate()
  if (!role) return null
  const home = role === 'consultant' ? '/consultant-portal' : landing[role]
  const shared = { userId, role, onSaved: () => void navigate(home) }
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
      {role === 'consultant' ? <WithResume {...shared} /> : <EditProfile {...shared} />}
    </Page>
  )
}

function WithResume(shared: { userId: string; role: Role; onSaved: () => void }) {
  const choice = useResumeChoice(shared.userId)
  const more = { fields: <ResumeField choice={choice} />, file: choice.file }
  return <EditProfile {...shared} more={more} />
}
