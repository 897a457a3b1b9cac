import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Notice } from '#ui/notice.tsx'

/** Tells a consultant with an empty profile why no facility finds them. */
export function EmptyProfileNotice() {
  return (
    <Notice
      tone="amber"
      action={
        <Button component={Link} to="/edit-profile" size="sm" variant="default">
          Fill in your profile
        </Button>
      }
    >
      Facilities can't find or book you yet. Add a headline, a bio or your services first.
    </Notice>
  )
}
