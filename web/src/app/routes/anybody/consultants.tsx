import { useAccount } from '#lib/session/account.ts'
import { FindConsultants } from '#features/consultations/find-consultants.tsx'
import { Page } from '#ui/page.tsx'
import { useBooking } from '../../people/use-booking.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Find a Consultant')

export default function FindConsultant() {
  const { userId, role } = useAccount()
  const { book, element } = useBooking(userId)
  const booker = role === 'facility' ? { userId, onBook: book } : undefined
  return (
    <Page title="Find a Consultant" lead="Advice on your buildings, from people facilities rated.">
      <FindConsultants booker={booker} />
      {element}
    </Page>
  )
}
