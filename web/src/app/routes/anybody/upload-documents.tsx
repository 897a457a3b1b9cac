import { useAccount } from '#lib/session/account.ts'
import { UploadDocuments } from '#features/documents/upload/upload-documents.tsx'
import { Page } from '#ui/page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Documents')

export default function UploadDocumentsPage() {
  const { userId, role } = useAccount()
  return (
    <Page
      title="Documents"
      lead={
        role === 'consultant'
          ? 'Facilities can open them while your profile is visible.'
          : 'Only you and administrators can open them.'
      }
    >
      <UploadDocuments userId={userId} />
    </Page>
  )
}
