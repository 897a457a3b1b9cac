import { Button } from '@mantine/core'
import { Notice } from '#ui/notice.tsx'

interface Props {
  count: number
  hide: () => void
}

/** Says that a draft came back without its photos. */
export function ForgottenPhotos({ count, hide }: Props) {
  if (count === 0) return null
  const dismiss = (
    <Button variant="default" size="compact-sm" onClick={hide}>
      Dismiss
    </Button>
  )
  return (
    <Notice tone="amber" action={dismiss}>
      {count === 1
        ? 'The photo that you had chosen is gone. Choose it again.'
        : `The ${count} photos that you had chosen are gone. Choose them again.`}
    </Notice>
  )
}
