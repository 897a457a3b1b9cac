import styles from './front.module.css'

interface Props {
  /** Where to, if this is where the visit began. */
  fallback: string
  children: string
}

/** One step back. */
export function BackButton({ fallback, children }: Props) {
  const goBack = () => (history.length > 1 ? history.back() : location.assign(fallback))
  return (
    <button type="button" className={styles.back} onClick={goBack}>
      {children}
    </button>
  )
}
