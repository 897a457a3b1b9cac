import { Link } from 'react-router'
import { HiddenText } from '../../ui/hidden-text.tsx'
import { Time } from '../../ui/time.tsx'
import type { Notice } from './notices.ts'
import styles from './notices-dialog.module.css'

interface Props {
  notice: Notice
  onRead: (id: string) => void
  /** The link was followed. */
  onLeave: () => void
}

export function NoticeRow({ notice, onRead, onLeave }: Props) {
  const { id, title, reason, link, count, read, created_at: at } = notice
  const follow = () => {
    if (id && !read) onRead(id)
    onLeave()
  }
  return (
    <li className={styles.notice} data-new={!read || undefined}>
      <Link to={link ?? '/'} className={styles.link} onClick={follow}>
        {read ? null : <HiddenText>New: </HiddenText>}
        <span dir="auto">{title}</span>
        {(count ?? 1) > 1 ? ` (${count})` : null}
      </Link>
      <p className={styles.why}>
        {at ? <Time at={at} /> : null} · {reason}
      </p>
    </li>
  )
}
