import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Notice } from '#ui/notice.tsx'

/** Tells consultants with an empty profile that facilities cannot find or book them. */
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
