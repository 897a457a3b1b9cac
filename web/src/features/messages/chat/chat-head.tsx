import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Person } from '#ui/person.tsx'
import { background } from './background.ts'
import styles from './chat.module.css'

interface Props {
  me: string
  conversationId: string
  back: ReactNode
}

/** With whom, and about what. */
export function ChatHead({ me, conversationId, back }: Props) {
  const { data } = useQuery(background(conversationId, me))
  return (
    <header className={styles.head}>
      {back}
      {data?.other ? (
        <h2 className={styles.who}>
          <Person {...data.other} detail={data.job?.title ?? 'Consultation'} />
        </h2>
      ) : null}
    </header>
  )
}
