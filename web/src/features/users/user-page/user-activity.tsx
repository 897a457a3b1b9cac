import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  Award,
  CalendarClock,
  CircleCheck,
  CreditCard,
  FilePlus2,
  Gavel,
  History,
  LogIn,
  type LucideIcon,
  Star,
  Undo2,
  UserRoundPlus,
} from 'lucide-react'
import { Link } from 'react-router'
import { useNow } from '#lib/browser-state.ts'
import { formatClockTime } from '#lib/format.ts'
import { adminUserPath } from '#lib/user-paths.ts'
import { jobPath } from '#lib/job-paths.ts'
import { FailureNotice, Loaded, NothingYet } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { Time } from '#ui/time.tsx'
import { describeEvent, groupByDay } from './event-texts.ts'
import { userActivity, type UserEvent } from './user-page.queries.ts'
import styles from './user-page.module.css'

interface Props {
  userId: string
}

/** Shows what a user did and what happened to them, newest first, by day. */
export function UserActivity({ userId }: Props) {
  const query = useInfiniteQuery(userActivity(userId))
  return (
    <section className={styles.activity} aria-labelledby="activity">
      <h2 id="activity" className={styles.heading}>
        Activity
      </h2>
      <Loaded
        query={{ ...query, error: query.isFetchNextPageError ? null : query.error }}
        loading="Loading activity..."
        failed="Failed to load activity."
        skeleton={<RowSkeletons />}
      >
        {({ pages }) => <Days events={pages.flatMap(({ events }) => events)} />}
      </Loaded>
      {query.isFetchNextPageError ? (
        <FailureNotice
          title="Failed to load more."
          error={query.error}
          onRetry={() => void query.fetchNextPage()}
          isRetrying={query.isFetchingNextPage}
        />
      ) : null}
      {query.hasNextPage && !query.isFetchNextPageError ? (
        <Button
          variant="default"
          className={styles.more}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </section>
  )
}

interface DaysProps {
  events: readonly UserEvent[]
}

function Days({ events }: DaysProps) {
  const now = useNow()
  if (events.length === 0)
    return (
      <NothingYet icon={History} title="No activity yet.">
        Bids, jobs, payments, reviews and logins appear here.
      </NothingYet>
    )
  return groupByDay(events, now).map(({ day, events: ofDay }) => (
    <div key={day}>
      <h3 className={styles.day}>{day}</h3>
      <ul className={styles.events} aria-label={day}>
        {ofDay.map((event) => (
          <Event key={event.key} event={event} />
        ))}
      </ul>
    </div>
  ))
}

const looks: Record<string, { icon: LucideIcon; tone?: 'accent' }> = {
  bid: { icon: Gavel },
  post: { icon: FilePlus2 },
  award: { icon: Award, tone: 'accent' },
  win: { icon: Award, tone: 'accent' },
  finish: { icon: CircleCheck, tone: 'accent' },
  pay: { icon: CreditCard, tone: 'accent' },
  earn: { icon: CreditCard, tone: 'accent' },
  refund: { icon: Undo2 },
  return: { icon: Undo2 },
  book: { icon: CalendarClock },
  booked: { icon: CalendarClock },
  review: { icon: Star },
  reviewed: { icon: Star },
  login: { icon: LogIn },
  join: { icon: UserRoundPlus },
}

interface EventProps {
  event: UserEvent
}

function Event({ event }: EventProps) {
  const { icon: Icon = History, tone } = looks[event.kind] ?? {}
  const { verb, amount, joint, subject, subjectIs, detail } = describeEvent(event)
  const to =
    subjectIs === 'user' ? pathOfOther(event) : event.jobId && jobPath('admin', event.jobId)
  return (
    <li className={styles.event}>
      <span className={styles.eventIcon} data-tone={tone}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={styles.eventWords}>
        <p className={styles.eventText}>
          {verb} {amount ? <strong>{amount}</strong> : null} {joint}{' '}
          {subject ? <Subject to={to}>{subject}</Subject> : null}
        </p>
        {detail ? <bdi className={styles.eventDetail}>{detail}</bdi> : null}
      </div>
      <Time at={event.at} format={formatClockTime} />
    </li>
  )
}

function pathOfOther({ otherId }: UserEvent) {
  return otherId && adminUserPath(otherId)
}

function Subject({ to, children }: { to: string | null; children: string }) {
  const name = <bdi>{children}</bdi>
  return to ? <Link to={to}>{name}</Link> : name
}
