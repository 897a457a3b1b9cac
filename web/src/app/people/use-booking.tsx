import { Suspense } from 'react'
import type { ConsultantToBook } from '#features/consultations/book-consultation-dialog.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'

const Book = lazyPart(() => import('#features/consultations/book-consultation-dialog.tsx'), PlainDialog)

/** Asks a facility when, wherever it found the consultant. */
export function useBooking(userId: string) {
  const { subject, opened, open, close } = useDialog<ConsultantToBook>()
  const element = subject ? (
    <Suspense>
      <Book key={subject.id} userId={userId} consultant={subject} opened={opened} onClose={close} />
    </Suspense>
  ) : null
  return { book: open, element }
}
