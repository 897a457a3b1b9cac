import { Button, CloseButton, TextInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.layer.css'
import { SendHorizontal } from 'lucide-react'
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Link } from 'react-router'
import { useWide } from '#lib/browser-state.ts'
import { Notice } from '#ui/notice.tsx'
import { HiddenText } from '#ui/text.tsx'
import { askAssistant, type AssistantAnswer } from './ask-assistant.ts'
import styles from './assistant-box.module.css'
import { AssistantChat, type Turn } from './assistant-chat.ts'

interface Props {
  userId: string
  onClose: () => void
}

const maxQuestionLength = 500

/** Renders a floating box, which is not modal, so that the user can still use the page. */
export default function AssistantBox({ userId, onClose }: Props) {
  const { chat, turns } = useAssistantChat(userId)
  const isWide = useWide()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useEscape(box, onClose)

  const ask = (question: string) => {
    // Return false to keep the new question in the field while an earlier one waits.
    if (!question || chat.isAsking) return false
    void chat.ask(question)
    return true
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = input.current
    if (field && ask(field.value.trim())) field.value = ''
  }
  // Closes the box on a phone, because the box covers the page there.
  const showPage = () => {
    if (!isWide) onClose()
  }
  return (
    <div ref={box} role="dialog" aria-label="Assistant" className={styles.box}>
      <div className={styles.head}>
        <h2 className={styles.title}>Assistant</h2>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The keyboard has to reach a scrollable area. */}
      <div role="log" aria-label="Answers" tabIndex={0} className={styles.log}>
        <div className={styles.turns}>
          {turns.length === 0 ? <QuestionExamples onAsk={ask} /> : null}
          {turns.map((turn) => (
            <TurnView
              key={turn.id}
              turn={turn}
              onRetry={() => void chat.retry(turn)}
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
          placeholder="Ask a question"
          maxLength={maxQuestionLength}
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

function TurnView({ turn, onRetry, onShow }: TurnViewProps) {
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
          View
        </Link>
      ) : null}
    </div>
  )
}

const examples = ['Open jobs', 'Revenue this month', 'How many bids were made last week?']

function QuestionExamples({ onAsk }: { onAsk: (question: string) => void }) {
  return (
    <div className={styles.first}>
      <p>
        Ask about jobs, bids, revenue, new users, consultations, job categories and users by role,
        for any dates.
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

/** Returns the user's chat, which lasts until a reload of the page. */
function useAssistantChat(userId: string) {
  const chat = chatOf(userId)
  const turns = useSyncExternalStore(chat.subscribe, chat.get)
  return { chat, turns }
}

function chatOf(userId: string) {
  const chat = chats.get(userId) ?? new AssistantChat(askAssistant)
  chats.set(userId, chat)
  return chat
}

/** Calls `onEscape` when the user presses Escape while the focus is inside the element. */
function useEscape(element: RefObject<HTMLElement | null>, onEscape: () => void) {
  const handleKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onEscape()
  })
  useEffect(() => {
    const { current } = element
    const listener = (event: KeyboardEvent) => handleKey(event)
    current?.addEventListener('keydown', listener)
    return () => current?.removeEventListener('keydown', listener)
  }, [element])
}
