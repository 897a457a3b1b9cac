import '@mantine/core/styles/CloseButton.layer.css'
import { Button, CloseButton, TextInput } from '@mantine/core'
import { SendHorizontal } from 'lucide-react'
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useWide } from '#lib/browser-state.ts'
import styles from './assistant-box.module.css'
import { Link } from 'react-router'
import { HiddenText } from '#ui/text.tsx'
import { Notice } from '#ui/notice.tsx'
import { type AssistantAnswer, askAssistant } from './ask-assistant.ts'
import { AssistantChat, type Turn } from './assistant-chat.ts'

interface Props {
  userId: string
  onClose: () => void
}

const longest = 500

/** Beside the page and not above it: both can be used. */
export default function AssistantBox({ userId, onClose }: Props) {
  const { talk, turns } = useAssistantChat(userId)
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
          {turns.length === 0 ? <QuestionExamples onAsk={ask} /> : null}
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

interface TurnViewProps {
  turn: Turn
  onRetry: () => void
  onShow: () => void
}

/** A question, and what came of it. */
export function TurnView({ turn, onRetry, onShow }: TurnViewProps) {
  const { question, answer, failure } = turn
  return (
    <div className={styles.turn}>
      <p className={styles.asked} dir="auto">
        <HiddenText>You asked: </HiddenText>
        {question}
      </p>
      {answer ? <AnswerView answer={answer} onShow={onShow} /> : null}
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

function AnswerView({ answer, onShow }: { answer: AssistantAnswer; onShow: () => void }) {
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

const examples = ['Open jobs', 'Revenue this month', 'How many bids were made last week?']

/** What can be asked, for whoever has not yet. */
export function QuestionExamples({ onAsk }: { onAsk: (question: string) => void }) {
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

const chats = new Map<string, AssistantChat>()

/** The one talk of a person on this page. */
export function useAssistantChat(userId: string) {
  const talk = chatOf(userId)
  const turns = useSyncExternalStore(talk.subscribe, talk.get)
  return { talk, turns }
}

function chatOf(userId: string) {
  const talk = chats.get(userId) ?? new AssistantChat(askAssistant)
  chats.set(userId, talk)
  return talk
}

/** Escape, wherever inside of the element the focus is. */
export function useEscape(element: RefObject<HTMLElement | null>, onEscape: () => void) {
  const hear = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onEscape()
  })
  useEffect(() => {
    const { current } = element
    const listener = (event: KeyboardEvent) => hear(event)
    current?.addEventListener('keydown', listener)
    return () => current?.removeEventListener('keydown', listener)
  }, [element])
}
