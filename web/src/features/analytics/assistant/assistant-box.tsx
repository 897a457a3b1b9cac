import { Button, CloseButton, TextInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useWide } from '#lib/use-wide.ts'
import styles from './assistant-box.module.css'
import { FirstWords } from './first-words.tsx'
import { TurnView } from './turn-view.tsx'
import { useEscape } from './use-escape.ts'
import { useTalk } from './use-talk.ts'

interface Props {
  userId: string
  onClose: () => void
}

const longest = 500

/** Beside the page and not above it: both can be used. */
export default function AssistantBox({ userId, onClose }: Props) {
  const { talk, turns } = useTalk(userId)
  const isWide = useWide()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useEscape(box, onClose)

  const ask = (question: string) => {
    // What is typed stays until the answer before it has come.
    if (!question || talk.isAsking) return false
    void talk.ask(question)
    return true
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = input.current
    if (field && ask(field.value.trim())) field.value = ''
  }
  // On a phone it covers what the link shows.
  const showPage = () => {
    if (!isWide) onClose()
  }
  return (
    <div ref={box} role="dialog" aria-label="Assistant" className={styles.box}>
      <div className={styles.head}>
        <h2 className={styles.title}>Assistant</h2>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached by keys. */}
      <div role="log" aria-label="Answers" tabIndex={0} className={styles.log}>
        <div className={styles.turns}>
          {turns.length === 0 ? <FirstWords onAsk={ask} /> : null}
          {turns.map((turn) => (
            <TurnView
              key={turn.id}
              turn={turn}
              onRetry={() => void talk.retry(turn)}
              onShow={showPage}
            />
          ))}
        </div>
      </div>
      <form className={styles.form} onSubmit={send}>
        <TextInput
          ref={input}
          className={styles.question}
          aria-label="Question"
          placeholder="Ask about the figures"
          maxLength={longest}
          autoComplete="off"
          enterKeyHint="send"
        />
        <Button type="submit" leftSection={<SendHorizontal size={16} aria-hidden />}>
          Send
        </Button>
      </form>
    </div>
  )
}
