import { Button } from '@mantine/core'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './front.module.css'

interface Props {
  children: ReactNode
  again: string
  onAgain: () => void
}

/** It worked; what comes next, and the way to do it again. */
export function FrontDone({ children, again, onAgain }: Props) {
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone with its form.
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.done} role="status">
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
