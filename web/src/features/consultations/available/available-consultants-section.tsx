import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { useListState } from '../../../lib/list-state.ts'
import { NothingYet } from '../../../ui/empty.tsx'
import { RowList } from '../../../ui/rows/row-list.tsx'
import { Section } from '../../../ui/section.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { Paged } from '../../../ui/table/paged.tsx'
import {
  type AvailableConsultant,
  consultantsSize,
  underWay,
  useAvailableConsultants,
} from './available-consultants.ts'
import { ConsultantRow } from './consultant-row.tsx'

interface Props {
  userId: string
  onBook: (consultant: AvailableConsultant) => void
}

const nothing = (
  <NothingYet icon={UserSearch} title="No consultants available.">
    Consultants who can be booked stand here.
  </NothingYet>
)

export default function AvailableConsultantsSection({ userId, onBook }: Props) {
  const list = useListState({
    prefix: 'consultants',
    filters: ['q'],
    sorts: [],
    sort: { by: '', descending: false },
  })
  const query = useAvailableConsultants(list)
  const { data: talks } = useQuery(underWay(userId))
  return (
    <Section title="Available Consultants" isFlush>
      <FilterBar
        list={list}
        found={{ total: query.data?.total, one: 'consultant' }}
        search={{ name: 'q', label: 'Search by service or name...' }}
      />
      <Paged
        query={query}
        list={list}
        size={consultantsSize}
        loading="Loading consultants..."
        failed="Failed to load consultants."
        nothing={nothing}
        noMatch="No consultants available."
        pagesLabel="Pages of consultants"
      >
        {({ rows, view }) => (
          <RowList label="Consultants" rows={rows} keyOf={({ id }) => id} view={view}>
            {(consultant) => (
              <ConsultantRow
                consultant={consultant}
                consultationId={talks?.get(consultant.id)}
                onBook={() => onBook(consultant)}
              />
            )}
          </RowList>
        )}
      </Paged>
    </Section>
  )
}
