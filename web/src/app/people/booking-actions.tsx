import { useQuery } from '@tanstack/react-query'
import { publicProfile } from '#features/profiles/profiles.queries.ts'
import { useAccount } from '#lib/session/account.ts'
import { BookOrChat } from '#features/consultations/book-or-chat.tsx'
import type { ConsultantToBook } from '#features/consultations/book-consultation-dialog.tsx'
import { nameOf } from '#lib/format.ts'
import { useBooking } from './use-booking.tsx'

/** What a facility can do with the consultant whose profile it looks at. */
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
