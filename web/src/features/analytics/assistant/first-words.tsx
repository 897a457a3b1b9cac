import { Button } from '@mantine/core'
import styles from './assistant-box.module.css'

const examples = ['Open jobs', 'Revenue this month', 'How many bids were made last week?']

/** What can be asked, for whoever has not yet. */
export function FirstWords({ onAsk }: { onAsk: (question: string) => void }) {
  return (
    <div className={styles.first}>
      <p>
        Ask about jobs, bids, revenue, new users, consultations, job categories and users by role,
        over any days.
      </p>
      {examples.map((question) => (
        <Button key={question} variant="light" size="sm" onClick={() => onAsk(question)}>
          {question}
        </Button>
      ))}
    </div>
  )
}
