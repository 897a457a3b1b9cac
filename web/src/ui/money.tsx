import { money } from '#lib/format/money.ts'
import styles from './money.module.css'

export function Money({ amount }: { amount: number }) {
  return <span className={styles.money}>{money(amount)}</span>
}
