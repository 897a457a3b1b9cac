import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { WaitingThing } from './waiting.ts'
import { placeOf, type HandledHere } from './waiting-place.ts'
import { waitingWords } from './waiting-words.ts'

interface Props {
  thing: WaitingThing
  handle: HandledHere
  isFacility: boolean
}

/** The one button: it opens the thing on this page, or where it is seen to. */
export function WaitingAction({ thing, handle, isFacility }: Props) {
  const { who, about, action } = waitingWords[thing.kind]
  const handled = handle[thing.kind]
  const shared = {
    size: 'sm',
    variant: 'light',
    'aria-label': `${action}: ${who(thing)}, ${about(thing)}`,
  }
  return handled ? (
    <Button {...shared} onClick={() => handled(thing)}>
      {action}
    </Button>
  ) : (
    <Button {...shared} component={Link} to={placeOf(thing, isFacility)}>
      {action}
    </Button>
  )
}
