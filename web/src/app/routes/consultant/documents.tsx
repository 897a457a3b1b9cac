import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { MyDocuments } from '#features/documents/my-documents.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { ConsultantTabs } from './consultant-tabs.tsx'

export const meta = makeMeta('My Documents')

export default function Documents() {
  const { userId } = useAccount()
  return (
    <Page
      title="My Documents"
      lead="Facilities that can see your profile can open these files."
      actions={
        <Button component={Link} to="/consultant-portal" variant="default" size="sm">
          Back to Portal
        </Button>
      }
    >
      <ConsultantTabs />
      <MyDocuments userId={userId} />
    </Page>
  )
}
