import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { HiddenText } from '#ui/hidden-text.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Answer } from './ask-assistant.ts'
import styles from './assistant-box.module.css'
import type { Turn } from './talk.ts'

interface Props {
  turn: Turn
  onRetry: () => void
  onShow: () => void
}

/** A question, and what came of it. */
export function TurnView({ turn, onRetry, onShow }: Props) {
  const { question, answer, failure } = turn
  return (
    <div className={styles.turn}>
      <p className={styles.asked} dir="auto">
        <HiddenText>You asked: </HiddenText>
        {question}
      </p>
      {answer ? <Answered answer={answer} onShow={onShow} /> : null}
      {failure ? (
        <Notice
          tone="red"
          action={
            <Button variant="default" size="compact-sm" onClick={onRetry}>
              Retry
            </Button>
          }
        >
          {failure}
        </Notice>
      ) : null}
      {answer || failure ? null : <p className={styles.waiting}>Looking it up...</p>}
    </div>
  )
}

function Answered({ answer, onShow }: { answer: Answer; onShow: () => void }) {
  const { text, understood, link } = answer
  return (
    <div className={styles.answer}>
      <p>{text}</p>
      {understood ? <p className={styles.understood}>Understood: {understood}</p> : null}
      {link ? (
        <Link to={link} onClick={onShow} preventScrollReset>
          Show it
        </Link>
      ) : null}
    </div>
  )
}
