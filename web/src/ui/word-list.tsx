import styles from './word-list.module.css'

interface Props {
  title: string
  words: readonly string[]
}

/** A few words that stand for themselves: services, certifications. */
export function WordList({ title, words }: Props) {
  return (
    <div className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.words} aria-label={title}>
        {[...new Set(words)].map((word) => (
          <li key={word} className={styles.word}>
            <bdi>{word}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
