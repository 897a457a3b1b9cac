import { Button } from '@mantine/core'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './front.module.css'

interface Props {
  children: ReactNode
  again: string
  onAgain: () => void
}

/** It worked; what comes next, and the way to do it again. */
export function FrontDone({ children, again, onAgain }: Props) {
  return (
    <div className={styles.done} role="status">
      <span className={styles.check}>
        <Check size={22} aria-hidden />
      </span>
      <p>{children}</p>
      <Button variant="default" onClick={onAgain}>
        {again}
      </Button>
    </div>
  )
}
