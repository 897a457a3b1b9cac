import { UnstyledButton } from '@mantine/core'
import { BellRing, Briefcase, CreditCard, type LucideIcon, MessageSquare } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Notice as Line } from '#ui/notice.tsx'
import { PersonPicture } from '#ui/person.tsx'
import { HiddenText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { formatNoticeTime } from './notice-days.ts'
import { useMarkNoticeRead } from './notices.mutations.ts'
import styles from './notices.module.css'
import type { Notice } from './notices.queries.ts'

interface Props {
  userId: string
  notice: Notice
  /** Called when the user follows the link. */
  onLeave: () => void
}

/** Opens the subject of a notice and marks the notice as read. The dot marks it as read without opening anything. */
export function NoticeRow({ userId, notice, onLeave }: Props) {
  const { id, reason, link, group_title: subject, count, read, created_at: at } = notice
  const way = useRef<HTMLAnchorElement>(null)
  const { start, failure } = useMarkNoticeRead(userId, id)
  const follow = () => {
    if (!read) start()
    onLeave()
  }
  const markRead = () => {
    // The focused button disappears, so move the focus to the notice's link.
    way.current?.focus()
    start()
  }
  return (
    <li className={styles.item}>
      <div className={styles.notice} data-read={read || undefined}>
        <NoticePicture notice={notice} />
        <div className={styles.text}>
          <Link ref={way} to={link ?? '/'} className={styles.link} onClick={follow}>
            {read ? null : <HiddenText>New: </HiddenText>}
            <Headline text={notice.headline ?? notice.title ?? ''} />
            {(count ?? 1) > 1 ? ` (${count})` : null}
          </Link>
          <p className={styles.why}>
            {subject ? <bdi>{subject}</bdi> : null} · {reason}
          </p>
        </div>
        <span className={styles.time}>
          {at ? <Time at={at} format={formatNoticeTime} /> : null}
        </span>
        {read ? null : (
          <UnstyledButton
            className={styles.dot}
            aria-label={`Mark as read: ${notice.title}`}
            title="Mark as read"
            onClick={markRead}
          />
        )}
      </div>
      {failure ? <Line tone="red">{failure}</Line> : null}
    </li>
  )
}

const icons: Record<string, LucideIcon> = {
  job_updates: Briefcase,
  payments: CreditCard,
  messages: MessageSquare,
}

/** Shows who caused the notice, or an icon. */
function NoticePicture({ notice }: { notice: Notice }) {
  const { actor_name: name, actor_picture: picture, setting } = notice
  if (name) return <PersonPicture name={name} picture={picture} size={36} />
  const Icon = icons[setting ?? ''] ?? BellRing
  return (
    <span className={styles.icon}>
      <Icon size={18} aria-hidden />
    </span>
  )
}

/** The server puts each value, such as a name or an amount, between these two characters. */
const isolated = /\u2068([^\u2069]*)\u2069/

/** Emphasizes the values in the text. */
function Headline({ text }: { text: string }) {
  return (
    <span dir="auto">
      {text.split(isolated).map((part, place) =>
        place % 2 === 1 ? (
          // oxlint-disable-next-line react/no-array-index-key -- The parts of a text never change places.
          <bdi key={place} className={styles.value}>
            {part}
          </bdi>
        ) : (
          part
        ),
      )}
    </span>
  )
}
