import '@mantine/core/styles/VisuallyHidden.layer.css'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import styles from './text.module.css'
import { formatMoney } from '#lib/format.ts'

/** For those who hear the page; the others see it by other means. */
export function HiddenText({ children }: { children: string }) {
  return <VisuallyHidden component="span">{children}</VisuallyHidden>
}

/** About what two lines hold. */
const maxFoldedLength = 180

/** A text of several lines; a long one opens on demand. */
export function FoldedText({ children }: { children: string }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isLong = children.length > maxFoldedLength || children.includes('\n')
  return (
    <div>
      <p id={id} className={styles.text} data-folded={isLong && !isOpen} dir="auto">
        {children}
      </p>
      {isLong ? (
        <UnstyledButton
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </UnstyledButton>
      ) : null}
    </div>
  )
}

interface WordListProps {
  title: string
  words: readonly string[]
}

/** A few words that stand for themselves: services, certifications. */
export function WordList({ title, words }: WordListProps) {
  return (
    <div className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.words} aria-label={title}>
        {[...new Set(words)].map((word) => (
          <li key={word} className={styles.word}>
            <bdi>{word}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface NamedProps {
  id: string
  /** A name, or a link that says it. */
  children: ReactNode
  /** In a table the id stands under the name. */
  isStacked?: boolean
}

/** Whom or what a row names, with its id in small type: its first part is seen, all of it is selected and copied. */
export function Named({ id, children, isStacked = false }: NamedProps) {
  return (
    <span className={styles.named} data-stacked={isStacked || undefined}>
      <bdi>{children}</bdi>{' '}
      <code className={styles.id} title={id}>
        {id.slice(0, 8)}
        <span className={styles.rest}>{id.slice(8)}</span>
      </code>
    </span>
  )
}

export function Money({ amount }: { amount: number }) {
  return <span className={styles.money}>{formatMoney(amount)}</span>
}
