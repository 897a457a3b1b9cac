import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useSendOutbox } from '#features/messages/conversation/outboxes.ts'
import { useRefusedMessagePath } from '#features/messages/conversation/unsent.ts'
import { useAccount } from '#lib/session/account.ts'
import styles from './status-lines.module.css'

/** Sends the user's waiting messages on every page, and tells users that one of them was refused. */
export default function MessageSender() {
  const { userId, role } = useAccount()
  useSendOutbox(userId)
  const path = useRefusedMessagePath(userId, role === 'facility')
  if (!path) return null
  return (
    <div className={styles.line} data-tone="red">
      <CircleAlert size={14} aria-hidden />
      <p>A message wasn't sent.</p>
      <Link to={path} className={styles.action}>
        View message
      </Link>
    </div>
  )
}
