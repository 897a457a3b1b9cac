import { UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import styles from './folded-text.module.css'

/** About what two lines hold. */
const short = 180

/** A text of several lines; a long one opens on demand. */
export function FoldedText({ children }: { children: string }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isLong = children.length > short || children.includes('\n')
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
