import { Button, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Talks, talksWith } from './talks.ts'

interface Props {
  /** Of the facility that looks. */
  userId: string
  consultantId: string
  /** All on the page, who are asked for at once. */
  shownIds: string[]
  onBook: () => void
}

/** What a facility can do with a consultant: nothing is offered before that is known. */
export function BookOrChat({ userId, consultantId, shownIds, onBook }: Props) {
  const { data, error, isFetching, refetch } = useQuery(talksWith(userId, shownIds))
  const talks = data?.get(consultantId)
  if (talks) return <Actions talks={talks} onBook={onBook} />
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
function Actions({ talks: { open, latest }, onBook }: { talks: Talks; onBook: () => void }) {
  if (open) {
    return (
      <Button component={Link} to={chatAt(open)} size="sm" variant="light">
        Chat Now
      </Button>
    )
  }
  return (
    <>
      {latest ? (
        <Button component={Link} to={chatAt(latest)} size="sm" variant="default">
          Past chat
        </Button>
      ) : null}
      <Button size="sm" onClick={onBook}>
        Book Consultation
      </Button>
    </>
  )
}

function chatAt(consultationId: string) {
  return `/chat/consultation/${consultationId}`
}
