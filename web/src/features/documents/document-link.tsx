import { FileText } from 'lucide-react'
import styles from './documents.module.css'

interface Props {
  /** Where it opens: nothing, while that is not known or not for this person. */
  address: string | undefined
  children: string
}

/** Opens a stored file beside the page. */
export function DocumentLink({ address, children }: Props) {
  return (
    <span className={styles.document}>
      <FileText size={16} aria-hidden className={styles.icon} />
      {address ? (
        <a href={address} target="_blank" rel="noreferrer">
          {children}
        </a>
      ) : (
        <span className={styles.closed}>{children}</span>
      )}
    </span>
  )
}
