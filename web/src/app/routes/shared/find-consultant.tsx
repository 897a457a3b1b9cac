import { FindConsultants } from '#features/consultations/find-consultants.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { useBooking } from './booking.tsx'

export const meta = makeMeta('Find a Consultant')

export default function FindConsultant() {
  const { userId, role } = useAccount()
  const { book, element } = useBooking(userId)
  const booker = role === 'facility' ? { userId, onBook: book } : undefined
  return (
    <Page title="Find a Consultant" lead="Building experts, rated by facilities.">
      <FindConsultants booker={booker} />
      {element}
    </Page>
  )
}
