import { UploadDocuments } from '#features/documents/upload-documents.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'

export const meta = makeMeta('Documents')

export default function UploadDocumentsPage() {
  const { userId, role } = useAccount()
  return (
    <Page
      title="Documents"
      lead={
        role === 'consultant'
          ? 'Facilities can open these files while your profile is visible.'
          : 'Only you and admins can open these files.'
      }
    >
      <UploadDocuments userId={userId} />
    </Page>
  )
}
