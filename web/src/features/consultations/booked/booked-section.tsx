import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { NothingYet } from '#ui/empty.tsx'
import { ConsultationsCard, useConsultationsList } from '../mine/consultations-card.tsx'
import { consultationCounts } from '../mine/consultation-counts.ts'
import { type BookedConsultation, useBookedConsultations } from './booked-consultations.ts'
import { BookedRow } from './booked-row.tsx'

interface Props {
  userId: string
  onCancel: (consultation: BookedConsultation) => void
}

const nothing = (
  <NothingYet icon={CalendarClock} title="No consultations ahead.">
    Facilities find you by your services and your name, and book a time.
  </NothingYet>
)

/** The consultations for which a consultant was booked. */
export function BookedSection({ userId, onCancel }: Props) {
  const list = useConsultationsList()
  const query = useBookedConsultations(userId, list)
  const { data: counts } = useQuery(consultationCounts(userId, 'consultant_id'))
  return (
    <ConsultationsCard
      list={list}
      query={query}
      counts={counts}
      nothing={nothing}
      anchor="consultations"
      pagesLabel="Pages of your consultations"
    >
      {(consultation) => (
        <BookedRow consultation={consultation} onCancel={() => onCancel(consultation)} />
      )}
    </ConsultationsCard>
  )
}
