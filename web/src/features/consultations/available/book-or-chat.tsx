import { Button } from '@mantine/core'
import { Link } from 'react-router'

interface Props {
  /** Where there is one with this consultant that is not over. */
  consultationId: string | undefined
  onBook: () => void
}

export function BookOrChat({ consultationId, onBook }: Props) {
  if (!consultationId) {
    return (
      <Button size="sm" onClick={onBook}>
        Book Consultation
      </Button>
    )
  }
  return (
    <Button component={Link} to={`/chat/consultation/${consultationId}`} size="sm" variant="light">
      Chat Now
    </Button>
  )
}
