import { UserSearch } from 'lucide-react'
import type { ListState } from '#lib/list-state.ts'
import { NothingYet } from '#ui/empty.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { type Choice, FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import {
  type AvailableConsultant,
  consultantName,
  leastRatings,
  useAvailableConsultants,
} from './available-consultants.ts'
import type { ConsultantToBook } from '../book/book-dialog.tsx'
import { BookOrChat } from './book-or-chat.tsx'
import { ConsultantRow } from './consultant-row.tsx'

/** Of a facility, the only one who books. */
export interface Booker {
  userId: string
  onBook: (consultant: ConsultantToBook) => void
}

interface Props {
  /** With the filters `q` and, where it is wanted, `rating`. */
  list: ListState
  size: number
  withRating?: boolean
  booker?: Booker | undefined
}

const nothing = (
  <NothingYet icon={UserSearch} title="No consultants available.">
    Consultants who can be booked stand here.
  </NothingYet>
)

const ratings: Choice = {
  name: 'rating',
  label: 'Minimum rating',
  options: [
    { value: '', label: 'Any' },
    ...leastRatings.map((stars) => ({
      value: stars,
      label: stars === '1' ? '1 star and up' : `${stars} stars and up`,
    })),
  ],
}

export function ConsultantsList({ list, size, withRating = false, booker }: Props) {
  const query = useAvailableConsultants(list, size)
  return (
    <>
      <FilterBar
        list={list}
        found={{ total: query.data?.total, one: 'consultant' }}
        search={{ name: 'q', label: 'Search by service or name...' }}
        choices={withRating ? [ratings] : []}
      />
      <Paged
        query={query}
        list={list}
        size={size}
        loading="Loading consultants..."
        failed="Failed to load consultants."
        nothing={nothing}
        pagesLabel="Pages of consultants"
        noMatch="No consultants available."
      >
        {({ rows, view }) => (
          <RowList label="Consultants" rows={rows} keyOf={({ id }) => id} view={view}>
            {(consultant) => (
              <ConsultantRow
                consultant={consultant}
                action={
                  booker ? <Action consultant={consultant} shown={rows} booker={booker} /> : null
                }
              />
            )}
          </RowList>
        )}
      </Paged>
    </>
  )
}

interface ActionProps {
  consultant: AvailableConsultant
  /** All on the page, who are asked for at once. */
  shown: AvailableConsultant[]
  booker: Booker
}

function Action({ consultant, shown, booker: { userId, onBook } }: ActionProps) {
  const { id, time_zone: zone, consultation_fee: fee } = consultant
  return (
    <BookOrChat
      userId={userId}
      consultantId={id}
      shownIds={shown.map((one) => one.id)}
      onBook={() => onBook({ id, name: consultantName(consultant), zone, fee: fee ?? 0 })}
    />
  )
}
