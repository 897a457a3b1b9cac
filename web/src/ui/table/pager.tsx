import { ActionIcon } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { counted, countedSoFar } from '#lib/format/counted.ts'
import type { ListState } from '#lib/list-state.ts'
import { lastPage } from '#lib/page-of.ts'
import styles from './pager.module.css'

interface Props {
  list: ListState
  /** The one that is shown: the last, where the address names a later one. */
  page: number
  total: number
  /** There are more than were counted; pages end with these. */
  hasMore: boolean
  size: number
  /** Which pages, where there are others beside them. */
  label?: string | undefined
}

/** "21–40 of 312", or "of 10,000+", and the way to the pages beside. */
export function Pager({ list: { toPage }, page, total, hasMore, size, label = 'Pages' }: Props) {
  const last = lastPage(total, size)
  const from = Math.min(total, (page - 1) * size + 1)
  const to = Math.min(total, page * size)
  return (
    <nav className={styles.pager} aria-label={label}>
      <p className={styles.range} role="status">
        {counted(from)}–{counted(to)} of {(hasMore ? countedSoFar : counted)(total)}
      </p>
      <Step label="Previous page" isOff={page <= 1} onClick={() => toPage(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </Step>
      <Step label="Next page" isOff={page >= last} onClick={() => toPage(page + 1)}>
        <ChevronRight size={16} aria-hidden />
      </Step>
    </nav>
  )
}

interface StepProps {
  label: string
  isOff: boolean
  onClick: () => void
  children: React.ReactNode
}

function Step({ label, isOff, onClick, children }: StepProps) {
  return (
    <ActionIcon
      className={styles.step}
      variant="default"
      size={32}
      aria-label={label}
      disabled={isOff}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
