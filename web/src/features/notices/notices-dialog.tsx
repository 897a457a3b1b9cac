import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Notice as Line } from '#ui/notice.tsx'
import { Loaded, NothingYet } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { HiddenText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import styles from './notices-dialog.module.css'
import { useMarkAllNoticesRead, useMarkNoticeRead } from './notices.mutations.ts'
import { latestNotices, maxNotices, type Notice } from './notices.queries.ts'

interface Props {
  userId: string
  opened: boolean
  onClose: () => void
}

/** Lists the notices, grouped by job or consultation. */
export default function NoticesDialog({ userId, opened, onClose }: Props) {
  const query = useQuery({ ...latestNotices(userId), enabled: opened })
  const { start, failure } = useMarkAllNoticesRead(userId)
  return (
    <Dialog opened={opened} onClose={onClose} title="Notices">
      <Loaded
        query={query}
        loading="Loading notices..."
        failed="Failed to load notices."
        skeleton={<TextSkeleton lines={6} />}
      >
        {(notices) =>
          notices.length === 0 ? (
            <NothingYet icon={BellRing} title="No notices yet.">
              Bids, bookings, payments and messages will appear here.
            </NothingYet>
          ) : (
            <>
              {failure ? <Line tone="red">{failure}</Line> : null}
              {notices.some(({ read }) => !read) ? (
                <Button variant="default" size="sm" onClick={() => start()}>
                  Mark all as read
                </Button>
              ) : null}
              {groupNotices(notices).map(({ key, title, notices: ofGroup }) => (
                <section key={key} className={styles.group} aria-label={title}>
                  <h3 className={styles.title}>
                    <bdi>{title}</bdi>
                  </h3>
                  <ul className={styles.list}>
                    {ofGroup.map((notice) => (
                      <NoticeRow
                        key={notice.id}
                        userId={userId}
                        notice={notice}
                        onLeave={onClose}
                      />
                    ))}
                  </ul>
                </section>
              ))}
              {notices.length === maxNotices ? (
                <p className={styles.more}>Showing {maxNotices} notices, unread ones first.</p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}

interface NoticeRowProps {
  userId: string
  notice: Notice
  /** Called when the user follows the link. */
  onLeave: () => void
}

function NoticeRow({ userId, notice, onLeave }: NoticeRowProps) {
  const { id, title, reason, link, count, read, created_at: at } = notice
  const way = useRef<HTMLAnchorElement>(null)
  const { start, failure } = useMarkNoticeRead(userId, id)
  const follow = () => {
    if (!read) start()
    onLeave()
  }
  const waveAway = () => {
    // The focused button disappears, so move the focus to the notice's link.
    way.current?.focus()
    start()
  }
  return (
    <li className={styles.notice} data-new={!read || undefined}>
      <div className={styles.row}>
        <div className={styles.text}>
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

export interface Group {
  key: string
  title: string
  notices: Notice[]
}

/** Groups notices by job or consultation. */
function groupNotices(notices: readonly Notice[]): Group[] {
  const groups = new Map<string, Group>()
  for (const notice of notices) {
    const key = notice.job_id ?? notice.consultation_id ?? 'account'
    const group = groups.get(key) ?? { key, title: notice.group_title ?? '', notices: [] }
    group.notices.push(notice)
    groups.set(key, group)
  }
  return [...groups.values()]
}
