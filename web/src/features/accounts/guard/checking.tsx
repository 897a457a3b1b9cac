import styles from './guard.module.css'

export function Checking() {
  return (
    <main className={styles.middle}>
      <p role="status" className={styles.checking}>
        Loading...
      </p>
    </main>
  )
}
