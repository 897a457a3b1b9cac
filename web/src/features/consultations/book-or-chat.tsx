import { Button, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { consultationsWith, type ConsultationsWithConsultant } from './consultants.queries.ts'
import { formatBothTimes } from './consultation-times.ts'

interface BookOrChatProps {
  /** The id of the facility. */
  userId: string
  consultantId: string
  /** The ids of all consultants on the screen, whose consultations one request reads. */
  shownIds: string[]
  onBook: () => void
}

/** Renders the buttons with which a facility books a consultant or opens a chat. */
export function BookOrChat({ userId, consultantId, shownIds, onBook }: BookOrChatProps) {
  const { data, error, isFetching, refetch } = useQuery(consultationsWith(userId, shownIds))
  const consultations = data?.get(consultantId)
  if (consultations) return <BookAndChatButtons consultations={consultations} onBook={onBook} />
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

interface ButtonsProps {
  consultations: ConsultationsWithConsultant
  onBook: () => void
}

/**
 * Shows the time of the open consultation, or the booking button. The chat button leads to the open consultation or to
 * the latest one.
 */
function BookAndChatButtons({ consultations: { open, latest }, onBook }: ButtonsProps) {
  if (open) {
    return (
      <>
        <Text span size="sm" ta="end">
          Booked for{' '}
          <Link to="/facility/consultations">
            {formatBothTimes(open.scheduled_at, open.facility, null)}
          </Link>
          . Cancel it to book another time.
        </Text>
        <Button component={Link} to={chatPath(open.id)} size="sm" variant="light">
          Chat Now
        </Button>
      </>
    )
  }
  return (
    <>
      {latest ? (
        <Button component={Link} to={chatPath(latest.id)} size="sm" variant="default">
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
