import { Button } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router'
import { HiddenText } from '#ui/hidden-text.tsx'
import { Notice as Line } from '#ui/notice.tsx'
import { Time } from '#ui/time.tsx'
import { useAct } from '#ui/use-act.ts'
import { markRead, type Notice } from './notices.ts'
import styles from './notices-dialog.module.css'

interface Props {
  notice: Notice
  /** The link was followed. */
  onLeave: () => void
}

export function NoticeRow({ notice, onLeave }: Props) {
  const { id, title, reason, link, count, read, created_at: at } = notice
  const way = useRef<HTMLAnchorElement>(null)
  const { start, isBusy, failure } = useAct({
    run: () => markRead(id ?? ''),
    failed: 'This was not marked as read.',
    keys: [['notices']],
  })
  const follow = () => {
    if (!read) start()
    onLeave()
  }
  const waveAway = () => {
    // The button that was pressed goes.
    way.current?.focus()
    start()
  }
  return (
    <li className={styles.notice} data-new={!read || undefined}>
      <div className={styles.row}>
        <div className={styles.said}>
          <Link ref={way} to={link ?? '/'} className={styles.link} onClick={follow}>
            {read ? null : <HiddenText>New: </HiddenText>}
            <span dir="auto">{title}</span>
            {(count ?? 1) > 1 ? ` (${count})` : null}
          </Link>
          <p className={styles.why}>
            {at ? <Time at={at} /> : null} · {reason}
          </p>
        </div>
        {read ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            className={styles.act}
            aria-label={`Mark as read: ${title}`}
            loading={isBusy}
            onClick={waveAway}
          >
            Mark as read
          </Button>
        )}
      </div>
      {failure ? <Line tone="red">{failure}</Line> : null}
    </li>
  )
}
