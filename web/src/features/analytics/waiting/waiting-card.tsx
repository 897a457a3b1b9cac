import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Time } from '../../../ui/time.tsx'
import type { WaitingThing } from './waiting.ts'
import { chatAbout, type HandledHere } from './waiting-place.ts'
import { waitingWords } from './waiting-words.ts'
import styles from './waiting.module.css'

interface Props {
  thing: WaitingThing
  handle: HandledHere
  isFacility: boolean
}

/** Who, what, since when, and one button. */
export function WaitingCard({ thing, handle, isFacility }: Props) {
  const { icon: Icon, title, about, action } = waitingWords[thing.kind]
  const handled = handle[thing.kind]
  const name = `${action}: ${title(thing)}`
  return (
    <article className={styles.card}>
      <span className={styles.icon}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>
          <bdi>{title(thing)}</bdi>
        </p>
        <p className={styles.facts}>
          <bdi className={styles.about}>{about(thing)}</bdi>
          <span aria-hidden>·</span>
          <Time at={thing.since} />
        </p>
      </div>
      {handled ? (
        <Button size="sm" variant="light" aria-label={name} onClick={() => handled(thing)}>
          {action}
        </Button>
      ) : (
        <Button
          size="sm"
          variant="light"
          aria-label={name}
          component={Link}
          to={chatAbout(thing, isFacility)}
        >
          {action}
        </Button>
      )}
    </article>
  )
}
