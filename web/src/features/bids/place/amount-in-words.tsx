import * as z from 'zod/mini'
import { againstBudget, money } from '#lib/format/money.ts'
import { amount } from './bid-schema.ts'
import styles from './bid-dialog.module.css'

interface Props {
  typed: string
  budget: number
}

/** What is typed, as it will be read: "$1,050.00, $150.00 under budget". */
export function AmountInWords({ typed, budget }: Props) {
  const { data } = z.safeParse(amount, typed)
  return (
    <p className={styles.words} role="status">
      {data === undefined ? '' : `${money(data)}, ${againstBudget(data, budget)}`}
    </p>
  )
}
