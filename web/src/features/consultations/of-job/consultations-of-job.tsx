import { type Named as Person, nameOf } from '#lib/format/name.ts'
import { FactsList } from '#ui/facts-list.tsx'
import { Named } from '#ui/named.tsx'
import { Time } from '#ui/time.tsx'
import { ConsultationChip } from '../consultation-chip.tsx'

interface Consultation {
  id: string
  status: string
  has_ended: boolean | null
  scheduled_at: string
  facility_id: string
  facility: Person | null
  consultant_id: string
  consultant: Person | null
}

interface Props {
  job: { title: string; consultations: Consultation[] }
}

/** What advice was booked on a job. */
export function ConsultationsOfJob({ job: { title, consultations } }: Props) {
  const items = consultations.map((one) => ({
    id: one.id,
    who: (
      <>
        <Named id={one.facility_id}>{nameOf(one.facility)}</Named> with{' '}
        <Named id={one.consultant_id}>{nameOf(one.consultant)}</Named>
      </>
    ),
    status: <ConsultationChip consultation={one} />,
    when: <Time at={one.scheduled_at} />,
  }))
  return <FactsList label={`Consultations on ${title}`} none="None booked." items={items} />
}
