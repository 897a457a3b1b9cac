import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Talks } from './talks.ts'

interface Props {
  talks: Talks | undefined
  onBook: () => void
}

/** Where no consultation is under way one is booked; what was said in the last one stays to be read. */
export function BookOrChat({ talks, onBook }: Props) {
  if (talks?.open) {
    return (
      <Button component={Link} to={chatAt(talks.open)} size="sm" variant="light">
        Chat Now
      </Button>
    )
  }
  return (
    <>
      {talks?.latest ? (
        <Button component={Link} to={chatAt(talks.latest)} size="sm" variant="default">
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
