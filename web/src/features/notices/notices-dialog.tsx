import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { Dialog } from '#ui/dialog.tsx'
import { NothingYet } from '#ui/empty.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Notice as Line } from '#ui/notice.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { useAct } from '#ui/use-act.ts'
import { grouped } from './groups.ts'
import { NoticeRow } from './notice-row.tsx'
import { latestNotices, markAllRead, mostNotices } from './notices.ts'
import styles from './notices-dialog.module.css'

interface Props {
  userId: string
  opened: boolean
  onClose: () => void
}

/** What somebody was told, by the job or consultation it is about. */
export default function NoticesDialog({ userId, opened, onClose }: Props) {
  const query = useQuery({ ...latestNotices(userId), enabled: opened })
  const { start, isBusy, failure } = useAct({
    run: markAllRead,
    failed: 'They were not marked as read.',
    keys: [['notices']],
  })
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
              Bids, bookings, payments and messages will be told here.
            </NothingYet>
          ) : (
            <>
              {failure ? <Line tone="red">{failure}</Line> : null}
              {notices.some(({ read }) => !read) ? (
                <Button variant="default" size="sm" loading={isBusy} onClick={() => start()}>
                  Mark all as read
                </Button>
              ) : null}
              {grouped(notices).map(({ key, title, notices: ofGroup }) => (
                <section key={key} className={styles.group} aria-label={title}>
                  <h3 className={styles.title}>
                    <bdi>{title}</bdi>
                  </h3>
                  <ul className={styles.list}>
                    {ofGroup.map((notice) => (
                      <NoticeRow key={notice.id} notice={notice} onLeave={onClose} />
                    ))}
                  </ul>
                </section>
              ))}
              {notices.length === mostNotices ? (
                <p className={styles.more}>
                  No more than {mostNotices} are listed, what is new first.
                </p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}
