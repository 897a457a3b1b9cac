import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { documentsOf } from '../documents-of.ts'
import { CertificationsSection } from './certifications-section.tsx'
import { ResumeSection } from './resume-section.tsx'

/** One's own resume and certifications. What is chosen is stored, and what is deleted is gone, at once. */
export function MyDocuments({ userId }: { userId: string }) {
  return (
    <Loaded
      query={useQuery(documentsOf(userId))}
      loading="Loading documents..."
      failed="Failed to load documents."
      skeleton={<RowSkeletons count={2} />}
    >
      {({ resume, certifications }) => (
        <>
          <ResumeSection userId={userId} resume={resume} />
          <CertificationsSection userId={userId} certifications={certifications} />
        </>
      )}
    </Loaded>
  )
}
