import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ConsultantToBook } from '#features/consultations/book-consultation-dialog.tsx'
import { BookOrChat } from '#features/consultations/book-or-chat.tsx'
import { publicProfile } from '#features/profiles/profiles.queries.ts'
import { nameOf } from '#lib/format.ts'
import { useAccount } from '#lib/session/account.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'

/** Shows facilities the buttons to book a consultant or to chat, on a consultant's profile page. */
export function BookingActions({ personId }: { personId: string }) {
  const { role } = useAccount()
  const { data: person } = useQuery(publicProfile(personId))
  if (role !== 'facility' || person?.role !== 'consultant') return null
  const { time_zone: zone, consultation_fee: fee } = person
  return <Actions consultant={{ id: personId, name: nameOf(person), zone, fee: fee ?? 0 }} />
}

function Actions({ consultant }: { consultant: ConsultantToBook }) {
  const { userId } = useAccount()
  const { book, element } = useBooking(userId)
  return (
    <>
      <BookOrChat
        userId={userId}
        consultantId={consultant.id}
        shownIds={[consultant.id]}
        onBook={() => book(consultant)}
      />
      {element}
    </>
  )
}

const Book = lazyPart(
  () => import('#features/consultations/book-consultation-dialog.tsx'),
  PlainDialog,
)

/** Returns the booking dialog and a function that opens it. */
export function useBooking(userId: string) {
  const { subject, opened, open, close } = useDialog<ConsultantToBook>()
  const element = subject ? (
    <Suspense>
      <Book key={subject.id} userId={userId} consultant={subject} opened={opened} onClose={close} />
    </Suspense>
  ) : null
  return { book: open, element }
}
