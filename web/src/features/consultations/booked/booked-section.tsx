import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useListState } from '../../../lib/list-state.ts'
import { NothingYet } from '../../../ui/empty.tsx'
import { RowList } from '../../../ui/rows/row-list.tsx'
import { Section } from '../../../ui/section.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { Paged } from '../../../ui/table/paged.tsx'
import { TabsFilter } from '../../../ui/table/tabs-filter.tsx'
import { consultationTabs, usualSort } from '../mine/consultation-tabs.ts'
import { consultationCounts } from '../mine/my-consultations.ts'
import {
  type BookedConsultation,
  bookedSize,
  useBookedConsultations,
} from './booked-consultations.ts'
import { BookedRow } from './booked-row.tsx'

interface Props {
  userId: string
  onCancel: (consultation: BookedConsultation) => void
}

const sorts = [
  { by: 'scheduled_at', descending: false, label: 'Earliest first' },
  { by: 'scheduled_at', descending: true, label: 'Latest first' },
]

const nothing = (
  <NothingYet icon={CalendarClock} title="No consultations ahead.">
    Facilities find you by your services and your name, and book a time.
  </NothingYet>
)

/** The consultations of a consultant: the next one first, and where some are over, the last one. */
export function BookedSection({ userId, onCancel }: Props) {
  const list = useListState({
    prefix: 'consultations',
    filters: ['when'],
    sorts: ['scheduled_at'],
    sort: ({ when }) => usualSort(when),
  })
  const query = useBookedConsultations(userId, list)
  const { data: counts = {} } = useQuery(consultationCounts(userId, 'consultant_id'))
  return (
    <Section title="Your Consultations" anchor="consultations" isFlush>
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
        size={bookedSize}
        loading="Loading your consultations..."
        failed="Failed to load your consultations."
        nothing={nothing}
        noMatch="No consultations found."
        pagesLabel="Pages of your consultations"
      >
        {({ rows, view }) => (
          <RowList label="Consultations" rows={rows} keyOf={({ id }) => id} view={view}>
            {(consultation) => (
              <BookedRow consultation={consultation} onCancel={() => onCancel(consultation)} />
            )}
          </RowList>
        )}
      </Paged>
    </Section>
  )
}
