import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { BookingActions } from './booking.tsx'
import { ProfileView } from './profile-view.tsx'

export const meta = makeMeta('Profile')

/** Shows the user's own profile, or the profile whose id is in the URL. */
export default function Profile() {
  const { userId, role } = useAccount()
  const [params] = useSearchParams()
  const personId = params.get('id') ?? userId
  const isOwn = personId === userId
  return (
    <Page
      title="Profile"
      lead={isOwn ? 'This is how others see you.' : ''}
      actions={
        isOwn ? <EditLink isShown={role !== 'admin'} /> : <BookingActions personId={personId} />
      }
    >
      <ProfileView
        key={personId}
        personId={personId}
        fallbackAction={
          <Button component={Link} to="/consultants" variant="default">
            Find a Consultant
          </Button>
        }
      />
    </Page>
  )
}

/** Admins see no link, because they have no form for their profile. */
function EditLink({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <Button component={Link} to="/edit-profile" variant="default">
      Edit Profile
    </Button>
  )
}
