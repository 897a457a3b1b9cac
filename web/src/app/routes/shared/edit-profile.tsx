import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { ResumeField, useResumeChoice } from '#features/documents/resume-field.tsx'
import { EditProfile } from '#features/profiles/edit-profile.tsx'
import { useAccount } from '#lib/session/account.ts'
import { landingPaths, type Role } from '#lib/session/roles.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'

export const meta = makeMeta('Edit Your Profile')

export default function EditProfilePage() {
  const { userId, role } = useAccount()
  const navigate = useNavigate()
  if (!role) return null
  const home = role === 'consultant' ? '/consultant-portal' : landingPaths[role]
  const shared = { userId, role, onSaved: () => void navigate(home) }
  return (
    <Page
      title="Edit Your Profile"
      lead="Shown to people you work with."
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
  const extra = { fields: <ResumeField choice={choice} />, file: choice.file }
  return <EditProfile {...shared} extra={extra} />
}
