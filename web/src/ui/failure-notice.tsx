import { Button } from '@mantine/core'
import { CloudAlert } from 'lucide-react'
import { explain } from '#lib/errors/explain.ts'
import styles from './failure-notice.module.css'

interface Props {
  /** What was wanted: "Failed to load profile." */
  title: string
  error: unknown
  onRetry: () => void
  isRetrying?: boolean
}

/** Stands where the data would be: what happened, why, and a way to try again. */
export function FailureNotice({ title, error, onRetry, isRetrying = false }: Props) {
  return (
    <div className={styles.failure} role="alert">
      <CloudAlert size={20} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <Reason title={title} error={error} />
      </div>
      <Button variant="default" size="sm" onClick={onRetry} loading={isRetrying}>
        Retry
      </Button>
    </div>
  )
}

function Reason({ title, error }: { title: string; error: unknown }) {
  const reason = explain(error)
  return reason === title ? null : <p className={styles.reason}>{reason}</p>
}
