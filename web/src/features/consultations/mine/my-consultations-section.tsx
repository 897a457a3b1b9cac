import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { NothingYet } from '#ui/empty.tsx'
import { ConsultationRow } from './consultation-row.tsx'
import { ConsultationsCard, useConsultationsList } from './consultations-card.tsx'
import { consultationCounts } from './consultation-counts.ts'
import { type MyConsultation, useMyConsultations } from './my-consultations.ts'

interface Props {
  userId: string
  onCancel: (consultation: MyConsultation) => void
  onReview: (consultation: MyConsultation) => void
}

const nothing = (
  <NothingYet icon={CalendarClock} title="No consultations yet.">
    Press Consultants above, and book one who knows about it.
  </NothingYet>
)

/** The consultations that a facility booked. */
export default function MyConsultationsSection({ userId, onCancel, onReview }: Props) {
  const list = useConsultationsList()
  const query = useMyConsultations(userId, list)
  const { data: counts } = useQuery(consultationCounts(userId, 'facility_id'))
  return (
    <ConsultationsCard list={list} query={query} counts={counts} nothing={nothing}>
      {(consultation) => (
        <ConsultationRow
          consultation={consultation}
          onCancel={() => onCancel(consultation)}
          onReview={() => onReview(consultation)}
        />
      )}
    </ConsultationsCard>
  )
}
