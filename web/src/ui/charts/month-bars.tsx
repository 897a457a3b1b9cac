import { formatCount } from '#lib/format.ts'
import { HiddenText } from '../text.tsx'
import styles from './month-bars.module.css'

interface Props {
  /** The title, such as "Bids per month". */
  title: string
  /** The noun for the counts, such as "bid". */
  one: string
  /** The count of each month. The last month is the current one. */
  counts: readonly number[]
  now: Date
}

const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' })
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long' })
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short' })

/** A chart of fewer months with a value would say less than the figures beside it. */
const minMonthsWithValue = 3

/** Shows one bar for each month, or nothing if most months have no value. */
export function MonthBars({ title, one, counts, now }: Props) {
  if (counts.filter((count) => count > 0).length < minMonthsWithValue) return null
  const max = Math.max(...counts)
  const months = counts.map((count, index) => ({
    count,
    month: new Date(now.getFullYear(), now.getMonth() - (counts.length - 1 - index)),
  }))
  const middle = Math.floor(counts.length / 2)
  const labels = [months[0], months[middle], months.at(-1)]
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{title}</span>
        <span className={styles.current}>
          <strong>{formatCount(counts.at(-1) ?? 0)}</strong> in {monthName.format(now)}
        </span>
      </figcaption>
      <ol className={styles.bars}>
        {months.map(({ count, month }) => {
          const text = `${longMonth.format(month)}: ${formatCount(count, one)}`
          return (
            <li key={month.getTime()} className={styles.column} title={text}>
              <span className={styles.bar} style={{ height: `${(100 * count) / max}%` }} />
              <HiddenText>{text}</HiddenText>
            </li>
          )
        })}
      </ol>
      <div className={styles.axis} aria-hidden>
        {labels.map((label) => (
          <span key={label?.month.getTime()}>{label ? shortMonth.format(label.month) : ''}</span>
        ))}
      </div>
    </figure>
  )
}
