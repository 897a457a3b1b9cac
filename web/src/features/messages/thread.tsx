import { ActionIcon } from '@mantine/core'
import { ArrowDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useNow } from '#lib/browser-state.ts'
import { formatClockTime, formatNearDay } from '#lib/format.ts'
import type { Row } from './conversation/thread-rows.ts'
import { type MessageActs, MessageItem } from './message-item.tsx'
import styles from './thread.module.css'
import { useAtEnd, useKeepScrollPosition, useLoadOlder } from './use-scroll.ts'

interface RowsProps {
  rows: Row[]
  /** The name of the other person. */
  from: string
  isOpen: boolean
  acts: MessageActs
}

interface Props extends RowsProps {
  /** This function is undefined if all older messages are loaded. */
  onOlder: (() => void) | undefined
  /** The seq of the oldest loaded message. */
  oldest: number
  /** The content above the oldest message. */
  top: ReactNode
  scroller: React.RefObject<HTMLDivElement | null>
  onAtEnd: (isAtEnd: boolean) => void
  isAtEnd: boolean
}

/** Shows the messages of a conversation, oldest first, and loads older messages above them. */
export function Thread({ rows, from, isOpen, acts, top, scroller, isAtEnd, ...props }: Props) {
  const sentinel = useLoadOlder(scroller, props.onOlder)
  const list = useKeepScrollPosition(scroller)
  useAtEnd(scroller, props.onAtEnd)
  return (
    <div className={styles.place}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-label={from ? `Messages with ${from}` : 'Messages'}
        tabIndex={0}
      >
        <div className={styles.all}>
          {top}
          <div key={props.oldest} ref={sentinel} />
          <ol ref={list} className={styles.rows}>
            <Rows rows={rows} from={from} isOpen={isOpen} acts={acts} />
          </ol>
        </div>
      </div>
      {isAtEnd ? null : (
        <ActionIcon
          className={styles.jump}
          variant="default"
          radius="xl"
          size={40}
          aria-label="Jump to the latest message"
          onClick={() => scroller.current?.scrollTo({ top: 0, behavior: 'smooth' })}
        >
          <ArrowDown size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

/** The rows are memoized, because React would otherwise render thousands of rows again after each typed letter. */
const Rows = memo(function Rows({ rows, from, isOpen, acts }: RowsProps) {
  return rows.map((row) => {
    if (row.kind === 'message') {
      return (
        <MessageItem
          key={row.key}
          clientId={row.key}
          from={from}
          content={row.content}
          at={row.at}
          isOwn={row.isOwn}
          isFirst={row.isFirst}
          state={row.state}
          reason={row.reason}
          isOpen={isOpen}
          acts={acts}
        />
      )
    }
    return row.kind === 'event' ? (
      <li key={row.key} className={styles.event} dir="auto">
        {row.text} <time dateTime={row.at}>{formatClockTime(row.at)}</time>
      </li>
    ) : (
      <li key={row.key} className={styles.divider} data-kind={row.kind}>
        <span>{row.kind === 'day' ? <Day at={row.at} /> : 'New messages'}</span>
      </li>
    )
  })
})

function Day({ at }: { at: string }) {
  return formatNearDay(at, useNow())
}
