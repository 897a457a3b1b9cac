import { Link } from 'react-router'
import { formatBriefTime } from '#lib/format.ts'
import { CountBadge } from '#ui/badge.tsx'
import { PersonPicture } from '#ui/person.tsx'
import { Time } from '#ui/time.tsx'
import { readStoredDraft } from './conversation/draft-storage.ts'
import type { Unsent } from './conversation/unsent.ts'
import styles from './inbox.module.css'
import type { Thread } from './inbox.queries.ts'

interface ThreadRowProps {
  thread: Thread
  me: string
  to: string
  isCurrent: boolean
  unsent: Unsent | undefined
}

export function ThreadRow({ thread, me, to, isCurrent, unsent }: ThreadRowProps) {
  const { id, title, otherName, otherPicture, content, isOwn, at, unread } = thread
  const draft = readStoredDraft(me, id).text
  const mark = unsent?.state ?? (draft ? 'Draft' : undefined)
  return (
    <div
      className={styles.row}
      data-unread={unread > 0 || undefined}
      data-current={isCurrent || undefined}
    >
      <PersonPicture name={otherName} picture={otherPicture} size={40} />
      <div className={styles.words}>
        <p className={styles.line}>
          <Link
            to={to}
            className={styles.name}
            aria-current={isCurrent ? 'true' : undefined}
            aria-describedby={`${id}-title`}
            data-thread={thread.name}
          >
            <bdi>{otherName || title}</bdi>
          </Link>
          <span className={styles.time}>
            <Time at={at} format={formatBriefTime} />
          </span>
        </p>
        <p id={`${id}-title`} className={styles.title}>
          <bdi>{title}</bdi>
        </p>
        <p className={styles.line}>
          <span className={styles.content} dir="auto">
            {mark ? (
              <strong className={styles.mark} data-mark={mark}>
                {`${mark}: `}
              </strong>
            ) : null}
            {unsent?.content ||
              draft ||
              (isOwn ? `You: ${content}` : content) ||
              'No messages yet.'}
          </span>
          <CountBadge count={unread} what="unread" />
        </p>
      </div>
    </div>
  )
}
