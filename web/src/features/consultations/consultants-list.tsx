import '@mantine/core/styles/Skeleton.layer.css'
import { MapPin, Star, UserSearch } from 'lucide-react'
import type { ListState } from '#lib/lists/list-state.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { FilterBar, type Choice } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import {
  consultantName,
  minRatings,
  consultationsWith,
  type AvailableConsultant,
  type ConsultationsWithConsultant,
  useAvailableConsultants,
} from './consultants.queries.ts'
import type { ConsultantToBook } from './book-consultation-dialog.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#lib/format.ts'
import { Money } from '#ui/text.tsx'
import { Person } from '#ui/person.tsx'
import styles from './consultants-list.module.css'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

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

interface ConsultantRowProps {
  consultant: AvailableConsultant
  /** What this person can do here, if anything. */
  action: ReactNode
}

function ConsultantRow({ consultant, action }: ConsultantRowProps) {
  const { id, headline, location, services, consultation_fee: fee } = consultant
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <Link to={`/profile?id=${id}`} className={styles.who}>
          <Person
            id={id}
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
      <span className={styles.fee}>{fee ? <Money amount={fee} /> : 'No fee'}</span>
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

interface BookOrChatProps {
  /** Of the facility that looks. */
  userId: string
  consultantId: string
  /** All on the page, who are asked for at once. */
  shownIds: string[]
  onBook: () => void
}

/** What a facility can do with a consultant: nothing is offered before that is known. */
export function BookOrChat({ userId, consultantId, shownIds, onBook }: BookOrChatProps) {
  const { data, error, isFetching, refetch } = useQuery(consultationsWith(userId, shownIds))
  const talks = data?.get(consultantId)
  if (talks) return <BookAndChatButtons talks={talks} onBook={onBook} />
  if (!error) return <Skeleton height={34} width={150} aria-label="Loading..." role="status" />
  return (
    <span>
      Failed to load.{' '}
      <Button size="sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    </span>
  )
}

/** Where no consultation is under way one is booked; what was said in the last one stays to be read. */
function BookAndChatButtons({
  talks: { open, latest },
  onBook,
}: {
  talks: ConsultationsWithConsultant
  onBook: () => void
}) {
  if (open) {
    return (
      <Button component={Link} to={chatPath(open)} size="sm" variant="light">
        Chat Now
      </Button>
    )
  }
  return (
    <>
      {latest ? (
        <Button component={Link} to={chatPath(latest)} size="sm" variant="default">
          Past chat
        </Button>
      ) : null}
      <Button size="sm" onClick={onBook}>
        Book Consultation
      </Button>
    </>
  )
}

function chatPath(consultationId: string) {
  return `/chat/consultation/${consultationId}`
}
