import styles from './front.module.css'

/** Looks like the quiet button that it stands for, and works before anything else does. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className={styles.back}>
      {children}
    </a>
  )
}
