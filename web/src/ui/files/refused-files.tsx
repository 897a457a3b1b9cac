import type { RefusedFile } from '#lib/files/judge-files.ts'
import { Notice } from '../notice.tsx'
import styles from './refused-files.module.css'

/** Which files were not taken, and why. */
export function RefusedFiles({ refused }: { refused: RefusedFile[] }) {
  if (refused.length === 0) return null
  return (
    <Notice tone="red">
      <ul className={styles.list}>
        {refused.map(({ name, reason }) => (
          <li key={name + reason}>
            <bdi className={styles.name}>{name}</bdi> was not added. {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
