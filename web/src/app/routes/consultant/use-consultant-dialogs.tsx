import { Suspense } from 'react'
import { formatBothTimes } from '#features/consultations/consultation-times.ts'
import type { BookedConsultation } from '#features/consultations/consultations.queries.ts'
import { nameOf } from '#lib/format.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'

const EditProfile = lazyPart(
  () => import('#features/profiles/edit-profile-dialog.tsx'),
  PlainDialog,
)
const CancelConsultation = lazyPart(
  () => import('#features/consultations/cancel-consultation-dialog.tsx'),
  PlainDialog,
)

/** Returns the dialogs of the consultant's overview. */
export function useConsultantDialogs(userId: string) {
  // The dialog's key grows at each opening, so that the profile is loaded again.
  const editing = useDialog<number>()
  const cancelling = useDialog<BookedConsultation>()
  const element = (
    <Suspense>
      {editing.subject ? (
        <EditProfile
          key={editing.subject}
          userId={userId}
          opened={editing.opened}
          onClose={editing.close}
        />
      ) : null}
      {cancelling.subject ? (
        <CancelConsultation
          consultation={toCancel(cancelling.subject)}
          opened={cancelling.opened}
          onClose={cancelling.close}
        />
      ) : null}
    </Suspense>
  )
  const edit = () => editing.open((editing.subject ?? 0) + 1)
  return { edit, cancel: cancelling.open, element }
}

function toCancel(booked: BookedConsultation) {
  const { id, facility, consultant, scheduled_at: at, fee, payment } = booked
  const times = formatBothTimes(at, consultant, facility)
  return { id, name: nameOf(facility), times, fee, payment: payment?.status }
}
