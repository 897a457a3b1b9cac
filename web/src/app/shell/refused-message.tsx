import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useAccount } from '#features/accounts/session/account-context.ts'
import { useRefused } from '#features/messages/conversation/unsent.ts'
import styles from './lines.module.css'

/** Whoever wrote a message and went on is told that it did not go out. */
export function RefusedMessage() {
  const { userId, role } = useAccount()
  const path = useRefused(userId, role === 'facility')
  if (!path) return null
  return (
    <div className={styles.line} data-tone="red">
      <CircleAlert size={14} aria-hidden />
      <p>A message was not sent.</p>
      <Link to={path} className={styles.action}>
        Show it
      </Link>
    </div>
  )
}
