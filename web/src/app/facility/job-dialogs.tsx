import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { PostedJob } from '../../features/jobs/posted/posted-jobs.ts'
import { renew } from '../../lib/live/renew.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const PostJobDialog = lazyDialog(() => import('../../features/jobs/post/post-job-dialog.tsx'))
const EditJobDialog = lazyDialog(() => import('../../features/jobs/post/edit-job-dialog.tsx'))

interface Asked<Subject> {
  subject: Subject | undefined
  opened: boolean
  close: () => void
}

interface Props {
  userId: string
  posting: Asked<true>
  editing: Asked<PostedJob>
  onPosted: () => void
}

export function JobDialogs({ userId, posting, editing, onPosted }: Props) {
  const queries = useQueryClient()
  const readAgain = () => {
    renew(queries, ['jobs'])
    renew(queries, ['analytics'])
  }
  const showPosted = () => {
    readAgain()
    onPosted()
  }
  return (
    <Suspense>
      {posting.subject ? (
        <PostJobDialog
          userId={userId}
          opened={posting.opened}
          onClose={posting.close}
          onPosted={showPosted}
        />
      ) : null}
      {editing.subject ? (
        <EditJobDialog
          key={editing.subject.id}
          userId={userId}
          job={editing.subject}
          opened={editing.opened}
          onClose={editing.close}
          onSaved={readAgain}
        />
      ) : null}
    </Suspense>
  )
}
