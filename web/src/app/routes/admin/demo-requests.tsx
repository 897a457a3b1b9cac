import { Suspense } from 'react'
import type { DemoRequest } from '#features/demo-requests/admin-demo-requests.queries.ts'
import { AdminDemoRequestList } from '#features/demo-requests/admin-demo-requests.tsx'
import { useMarkHandled } from '#features/demo-requests/demo-requests.mutations.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { Notice } from '#ui/notice.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'

export const meta = makeMeta('Demo requests')

const AddUser = lazyPart(() => import('#features/users/add-user-dialog.tsx'), PlainDialog)

export default function AdminDemoRequests() {
  const marking = useMarkHandled()
  const adding = useDialog<DemoRequest>()
  const { subject: request } = adding
  return (
    <AdminPage title="Demo requests" lead="People who requested a demo.">
      {marking.failure ? <Notice tone="red">{marking.failure}</Notice> : null}
      <AdminDemoRequestList onCreateAccount={adding.open} />
      <Suspense>
        {request ? (
          <AddUser
            key={request.id}
            opened={adding.opened}
            onClose={adding.close}
            defaults={{
              id: request.id,
              fullName: request.full_name,
              company: request.company,
              email: request.email,
            }}
            onCreated={() => marking.start({ id: request.id, handled: true })}
          />
        ) : null}
      </Suspense>
    </AdminPage>
  )
}
