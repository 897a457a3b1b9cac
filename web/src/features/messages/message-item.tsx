import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react'
import { memo } from 'react'
import { formatClockTime, formatTimeWithZone } from '#lib/format.ts'
import { HiddenText } from '#ui/text.tsx'
import { splitLinks } from './conversation/links.ts'
import type { MessageRow, MessageState } from './conversation/thread-rows.ts'
import styles from './message-item.module.css'

const stateLabels: Record<MessageState, [icon: LucideIcon, word: string]> = {
  sending: [Clock, 'Sending'],
  'held-up': [Clock, 'Waiting to be sent'],
  refused: [CircleAlert, 'Not sent'],
  sent: [Check, 'Sent'],
  read: [CheckCheck, 'Read'],
}

/** Pass the same object on every render, because the message items are memoized. */
export interface MessageActs {
  retry: (clientId: string) => void
  edit: (clientId: string) => Promise<void>
  drop: (clientId: string) => void
}

interface Props extends Omit<MessageRow, 'kind' | 'key' | 'seq'> {
  clientId: string
  from: string
  isOpen: boolean
  acts: MessageActs
}

export const MessageItem = memo(function MessageItem(props: Props) {
  const { clientId, from, content, at, isOwn, isFirst, state } = props
  return (
    <li className={styles.item} data-own={isOwn || undefined} data-first={isFirst || undefined}>
      {isFirst ? <HiddenText>{`${isOwn ? 'You' : from}: `}</HiddenText> : null}
      <p className={styles.bubble} dir="auto" data-state={state} data-message={clientId}>
        <MessageText text={content} />
      </p>
      <p className={styles.about}>
        {at ? (
          <time dateTime={at} title={formatTimeWithZone(at)}>
            {formatClockTime(at)}
          </time>
        ) : null}
        {isOwn ? <State state={state} /> : null}
      </p>
      {state === 'refused' || state === 'held-up' ? <FailureActions {...props} /> : null}
    </li>
  )
})

function State({ state }: { state: MessageState }) {
  const [Icon, word] = stateLabels[state]
  return (
    <span className={styles.state} data-state={state}>
      <Icon size={13} aria-hidden />
      {word}
    </span>
  )
}

function FailureActions({ clientId, state, reason, isOpen, acts }: Props) {
  const button = (word: string, act: () => void) => (
    <button type="button" className={styles.act} onClick={act}>
      {word}
    </button>
  )
  const isRefused = state === 'refused'
  return (
    <p className={styles.wayOn} data-state={state} role={isRefused ? 'alert' : undefined}>
      {reason ? <span>{reason}</span> : null}
      {isOpen ? button('Retry', () => acts.retry(clientId)) : null}
      {isOpen ? button('Edit', () => void acts.edit(clientId)) : null}
      {button('Discard', () => acts.drop(clientId))}
    </p>
  )
}

/** Shows plain text, in which only URLs that show their real destination become links. */
function MessageText({ text }: { text: string }) {
  return splitLinks(text).map(({ text: shown, href }, place) =>
    href ? (
      // oxlint-disable-next-line react/no-array-index-key -- The parts of a text never change places.
      <a key={place} href={href} target="_blank" rel="noopener nofollow noreferrer">
        {shown}
      </a>
    ) : (
      shown
    ),
  )
}
