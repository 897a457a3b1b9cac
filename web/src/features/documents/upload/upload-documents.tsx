import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { documentsOf } from '../documents-of.ts'
import { UploadForm } from './upload-form.tsx'

/** One's own resume and certifications. */
export function UploadDocuments({ userId }: { userId: string }) {
  return (
    <Loaded
      query={useQuery(documentsOf(userId))}
      loading="Loading documents..."
      failed="Failed to load documents."
      skeleton={<TextSkeleton lines={4} />}
    >
      {(stored) => <UploadForm userId={userId} stored={stored} />}
    </Loaded>
  )
}
