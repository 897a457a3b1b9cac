import { useNow } from '#lib/browser-state.ts'
import { firstNameIn } from '#lib/format.ts'
import styles from './greeting.module.css'

interface Props {
  /** The user's name, which is undefined until the profile is loaded. */
  fullName: string | undefined
  /** A detail after the date, such as the company. */
  detail: string
}

const date = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

/** Greets the user on the landing page, with the date. */
export function Greeting({ fullName, detail }: Props) {
  const name = firstNameIn(fullName)
  const now = useNow()
  return (
    <div>
      <p className={styles.date}>
        {date.format(now)}
        {detail ? (
          <>
            {' · '}
            <bdi>{detail}</bdi>
          </>
        ) : null}
      </p>
      <p className={styles.greeting}>
        {greetingAt(now.getHours())}
        {name ? (
          <>
            , <bdi>{name}</bdi>
          </>
        ) : null}
      </p>
    </div>
  )
}

function greetingAt(hour: number) {
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
