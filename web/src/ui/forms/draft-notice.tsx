import { Button } from '@mantine/core'
import { Notice } from '../notice.tsx'

/** Says that what stands in the fields was typed earlier. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const discard = (
    <Button variant="default" size="compact-sm" onClick={onDiscard}>
      Discard
    </Button>
  )
  return (
    <Notice tone="blue" action={discard}>
      Your draft is back.
    </Notice>
  )
}
