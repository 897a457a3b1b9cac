import { type ReactNode, useId } from 'react'
import styles from './section.module.css'
import { useAnchor } from './use-anchor.ts'

interface Props {
  title: string
  /** What "#…" of an address leads here by. */
  anchor?: string
  actions?: ReactNode
  children: ReactNode
  /** Lists bring their own edges. */
  isFlush?: boolean
}

/** A part of a page on a card of its own. */
export function Section({ title, anchor, actions, children, isFlush = false }: Props) {
  const id = useId()
  const section = useAnchor(anchor)
  return (
    <section ref={section} id={anchor} className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {actions}
      </header>
      <div className={isFlush ? undefined : styles.body}>{children}</div>
    </section>
  )
}
