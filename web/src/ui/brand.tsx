import styles from './brand.module.css'

export function Brand() {
  return (
    <span className={styles.brand}>
      <Mark />
      Mendwell
    </span>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden className={styles.mark}>
      <rect width="32" height="32" rx="9" fill="currentColor" />
      <path
        d="M8 22.5V11l8 7.5 8-7.5v11.5"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
