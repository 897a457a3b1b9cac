import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useListState } from '../../../lib/list-state.ts'
import { NothingYet } from '../../../ui/empty.tsx'
import { RowList } from '../../../ui/rows/row-list.tsx'
import { Section } from '../../../ui/section.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { Paged } from '../../../ui/table/paged.tsx'
import { TabsFilter } from '../../../ui/table/tabs-filter.tsx'
import { ConsultationRow } from './consultation-row.tsx'
import { consultationTabs, usualSort } from './consultation-tabs.ts'
import {
  consultationCounts,
  consultationsSize,
  type MyConsultation,
  useMyConsultations,
} from './my-consultations.ts'

interface Props {
  userId: string
  onCancel: (consultation: MyConsultation) => void
  onReview: (consultation: MyConsultation) => void
}

const sorts = [
  { by: 'scheduled_at', descending: true, label: 'Latest first' },
  { by: 'scheduled_at', descending: false, label: 'Earliest first' },
]

const nothing = (
  <NothingYet icon={CalendarClock} title="No consultations yet.">
    Press Consultants above, and book one who knows about it.
  </NothingYet>
)

export default function MyConsultationsSection({ userId, onCancel, onReview }: Props) {
  const list = useListState({
    prefix: 'consultations',
    filters: ['when'],
    sorts: ['scheduled_at'],
    sort: ({ when }) => usualSort(when),
  })
  const query = useMyConsultations(userId, list)
  const { data: counts = {} } = useQuery(consultationCounts(userId))
  return (
    <Section title="Your Consultations" isFlush>
      <TabsFilter
        list={list}
        name="when"
        label="Which consultations"
        tabs={consultationTabs.map(({ value, label }) => ({ value, label, count: counts[value] }))}
      />
      <FilterBar
        list={list}
        found={{ total: query.data?.total, one: 'consultation' }}
        sorts={sorts}
        isHeadless
      />
      <Paged
        query={query}
        list={list}
        size={consultationsSize}
        loading="Loading your consultations..."
        failed="Failed to load your consultations."
        nothing={nothing}
        noMatch="No consultations found."
      >
        {({ rows, view }) => (
          <RowList label="Consultations" rows={rows} keyOf={({ id }) => id} view={view}>
            {(consultation) => (
              <ConsultationRow
                consultation={consultation}
                onCancel={() => onCancel(consultation)}
                onReview={() => onReview(consultation)}
              />
            )}
          </RowList>
        )}
      </Paged>
    </Section>
  )
}
