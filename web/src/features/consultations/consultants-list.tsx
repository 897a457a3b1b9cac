import { MapPin, Star, UserSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#lib/format.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { Person } from '#ui/person.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { type Choice, FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { MoneyText } from '#ui/text.tsx'
import type { ConsultantToBook } from './book-consultation-dialog.tsx'
import { BookOrChat } from './book-or-chat.tsx'
import styles from './consultants-list.module.css'
import {
  type AvailableConsultant,
  consultantName,
  minRatings,
  useAvailableConsultants,
} from './consultants.queries.ts'

/** The facility that can book a consultant. */
export interface Booker {
  userId: string
  onBook: (consultant: ConsultantToBook) => void
}

interface Props {
  /** The state of the list, with the filter `q`, and with `rating` if `withRating` is true. */
  list: ListState
  size: number
  withRating?: boolean
  booker?: Booker | undefined
}

const emptyState = (
  <NothingYet icon={UserSearch} title="No consultants available.">
    Consultants you can book appear here.
  </NothingYet>
)

const ratings: Choice = {
  name: 'rating',
  label: 'Minimum rating',
  options: [
    { value: '', label: 'Any' },
    ...minRatings.map((stars) => ({
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
        nothing={emptyState}
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
  /** All consultants on this list page. */
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

interface ConsultantRowProps {
  consultant: AvailableConsultant
  action: ReactNode
}

function ConsultantRow({ consultant, action }: ConsultantRowProps) {
  const { id, headline, location, services, consultation_fee: fee } = consultant
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <Link to={`/profile?id=${id}`} className={styles.who}>
          <Person
            name={consultantName(consultant)}
            detail={headline}
            picture={consultant.profile_picture}
            size={36}
          />
        </Link>
        <p className={styles.facts}>
          {location ? (
            <span className={styles.place}>
              <MapPin size={13} aria-hidden />
              <bdi>{location}</bdi>
            </span>
          ) : null}
          <bdi>{services.join(', ')}</bdi>
        </p>
      </div>
      <Rating consultant={consultant} />
      <span className={styles.fee}>{fee ? <MoneyText amount={fee} /> : 'Free'}</span>
      {action ? <span className={styles.action}>{action}</span> : null}
    </div>
  )
}

function Rating({ consultant }: { consultant: AvailableConsultant }) {
  const { average_rating: average, review_count: count } = consultant
  return (
    <span className={styles.rating}>
      {count > 0 ? (
        <>
          <Star size={14} aria-hidden /> {average.toFixed(1)} from {formatCount(count, 'review')}
        </>
      ) : (
        'No reviews yet.'
      )}
    </span>
  )
}
