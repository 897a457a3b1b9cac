import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#lib/format.ts'
import styles from './text.module.css'

/** Renders text for screen readers only. */
export function HiddenText({ children }: { children: string }) {
  return <VisuallyHidden component="span">{children}</VisuallyHidden>
}

/** The number of characters that usually fit on two lines. */
const maxFoldedLength = 180

/** Folds a text that is long or has several lines, until the user opens it. */
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

interface NameLinkProps {
  to: string
  children: string
}

/** Links a name that a user chose to the page of its object. */
export function NameLink({ to, children }: NameLinkProps) {
  return (
    <Link to={to} className={styles.named}>
      <bdi>{children}</bdi>
    </Link>
  )
}

/** An id of this kind starts with the time. All ids of a minute share eight digits, and those of a millisecond twelve. */
const timedId = /^[\da-f]{8}-[\da-f]{4}-7/

interface NamedWithIdProps extends NameLinkProps {
  id: string
}

/** Only the first part of the id is visible, but the user can copy all of it. */
export function NamedWithId({ id, ...link }: NamedWithIdProps) {
  const shownLength = timedId.test(id) ? 13 : 8
  return (
    <span>
      <NameLink {...link} />{' '}
      <code className={styles.id} title={id}>
        {id.slice(0, shownLength)}
        <span className={styles.rest}>{id.slice(shownLength)}</span>
      </code>
    </span>
  )
}

export function MoneyText({ amount }: { amount: number }) {
  return <span className={styles.money}>{formatMoney(amount)}</span>
}
