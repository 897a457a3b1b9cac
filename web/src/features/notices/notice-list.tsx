import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BellRing, CheckCheck, SlidersHorizontal } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useNow } from '#lib/browser-state.ts'
import { Notice as Line } from '#ui/notice.tsx'
import { Loaded, NothingYet } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { groupByDay, type NoticeGroup } from './notice-days.ts'
import { NoticeRow } from './notice-row.tsx'
import { useMarkAllNoticesRead } from './notices.mutations.ts'
import styles from './notices.module.css'
import { latestNotices, maxNotices, type Notice } from './notices.queries.ts'

interface Props {
  userId: string
  /** Called when the user follows a link. */
  onLeave: () => void
}

/** Renders the actions above the list. */
export function NoticeActions({ userId, onLeave }: Props) {
  const { data: notices } = useQuery({ ...latestNotices(userId), enabled: false })
  const { start, failure } = useMarkAllNoticesRead(userId)
  return (
    <>
      <div className={styles.actions}>
        {notices?.some(({ read }) => !read) ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={styles.action}
            leftSection={<CheckCheck size={15} aria-hidden />}
            onClick={() => start()}
          >
            Mark all as read
          </Button>
        ) : null}
        <ActionIcon
          component={Link}
          to="/settings"
          variant="subtle"
          color="gray"
          size={30}
          className={styles.action}
          aria-label="Notification settings"
          onClick={onLeave}
        >
          <SlidersHorizontal size={15} aria-hidden />
        </ActionIcon>
      </div>
      {failure ? (
        <div className={styles.failure}>
          <Line tone="red">{failure}</Line>
        </div>
      ) : null}
    </>
  )
}

interface NoticeListProps extends Props {
  isShown: boolean
}

export function NoticeList({ userId, isShown, onLeave }: NoticeListProps) {
  const query = useQuery({ ...latestNotices(userId), enabled: isShown })
  const now = useNow()
  return (
    <Loaded
      query={query}
      loading="Loading notices..."
      failed="Failed to load notices."
      skeleton={<RowSkeletons />}
    >
      {(notices) =>
        notices.length === 0 ? (
          <NothingYet icon={BellRing} title="No notices yet.">
            Bids, bookings, payments and messages will appear here.
          </NothingYet>
        ) : (
          <>
            {groupByDay(notices, now).map((group) => (
              <Group key={group.title} userId={userId} group={group} onLeave={onLeave} />
            ))}
            {notices.length === maxNotices ? (
              <p className={styles.more}>
                Showing {maxNotices} notices. Older read ones are left out.
              </p>
            ) : null}
          </>
        )
      }
    </Loaded>
  )
}

interface GroupProps extends Props {
  group: NoticeGroup<Notice>
}

function Group({ userId, group, onLeave }: GroupProps) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id} className={styles.day}>
        {group.title}
      </h3>
      <ul className={styles.list}>
        {group.notices.map((notice) => (
          <NoticeRow key={notice.id} userId={userId} notice={notice} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  )
}
