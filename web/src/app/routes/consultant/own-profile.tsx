import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { NoProfile, ProfileView } from '../shared/profile-view.tsx'

export const meta = makeMeta('Your profile')

/** Shows the consultant's own profile as facilities see it. */
export default function OwnProfile() {
  const { userId } = useAccount()
  const { id } = useParams()
  return (
    <Page
      title="Your profile"
      lead="This is how facilities see you."
      actions={
        <Button component={Link} to="/edit-profile" variant="default">
          Edit Profile
        </Button>
      }
    >
      {id === userId ? (
        <ProfileView personId={userId} />
      ) : (
        <NoProfile fallbackAction={ownProfileLink(userId)} />
      )}
    </Page>
  )
}

function ownProfileLink(userId: string) {
  return (
    <Button component={Link} to={`/consultant-profile/${userId}`} variant="default">
      View My Profile
    </Button>
  )
}
