import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { FailureNotice, Loading } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { rowsOf } from './conversation/thread-rows.ts'
import type { Timeline } from './conversation/timeline.ts'
import { useOutbox } from './conversation/outboxes.ts'
import { subjectOf, type ChatAddress } from './address.ts'
import { background } from './conversation.queries.ts'
import { Composer } from './composer.tsx'
import type { Standing } from './conversation-access.ts'
import styles from './chat.module.css'
import { Thread } from './thread.tsx'
import { useBeingRead, useBox, useConversation, useTyping } from './use-conversation.ts'

interface Props {
  me: string
  address: ChatAddress
  conversationId: string
  standing: Standing
  /** Something was heard that may change who may write. */
  onDoubt: () => void
}

/** A conversation that is there: what was said, where it can be read, what is on its way, and the box. */
export function Talk({ me, address, conversationId, standing, onDoubt }: Props) {
  const { conversation, reading } = useConversation(conversationId, me)
  const { timeline, firstUnread, error, isReadingOlder } = reading
  const { outbox, queue } = useOutbox(me)
  const { data: about } = useQuery(background(conversationId, me))
  const { counterpartId, isWritable } = standing
  const typing = useTyping({ topic: about?.topic, otherId: counterpartId })
  const { box, text } = useBox(me, conversationId, outbox)
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const newest = timeline?.messages.at(-1)
  useBeingRead(conversation, isAtEnd, newest?.seq ?? 0)

  const onNewest = useEffectEvent((seq: number, sender: string) => {
    if (sender === counterpartId) typing.stop()
    // A contractor who writes first opens the conversation for the answer.
    if (seq > 0 && !isWritable) onDoubt()
  })
  const { seq: newestSeq = 0, senderId: newestSender = '' } = newest ?? {}
  useEffect(() => onNewest(newestSeq, newestSender), [newestSeq, newestSender])
  const refusals = queue.outgoing.filter(({ refusal }) => refusal !== undefined).length
  const onRefused = useEffectEvent(onDoubt)
  useEffect(() => {
    if (refusals > 0) onRefused()
  }, [refusals])

  const rows = useMemo(
    () => rowsOf({ timeline, queue, conversationId, me, firstUnread }),
    [timeline, queue, conversationId, me, firstUnread],
  )
  const send = () => {
    box.send({ conversationId, ...subjectOf(address), recipientId: counterpartId })
    scroller.current?.scrollTo({ top: 0 })
  }
  const failure = error ? (
    <FailureNotice
      title="Messages could not be loaded."
      error={error}
      onRetry={() => void (timeline ? conversation.older() : conversation.open())}
    />
  ) : null
  const name = about?.other?.name ?? ''
  const canReadOn = timeline && !timeline.isWhole && !error
  return (
    <>
      <Thread
        rows={rows}
        from={name}
        isOpen={isWritable}
        acts={box}
        onOlder={canReadOn ? () => void conversation.older() : undefined}
        oldest={timeline?.messages[0]?.seq ?? 0}
        top={failure ?? <Top timeline={timeline} isReadingOlder={isReadingOlder} />}
        scroller={scroller}
        isAtEnd={isAtEnd}
        onAtEnd={setAtEnd}
      />
      <p className={styles.typing} aria-live="polite">
        {typing.isTyping ? (
          <>
            <bdi>{name}</bdi> is typing…
          </>
        ) : null}
      </p>
      <Composer
        text={text}
        onType={(typed) => {
          box.type(typed)
          if (isWritable) typing.tell()
        }}
        onSend={send}
        isOpen={isWritable}
      />
    </>
  )
}

interface TopProps {
  timeline: Timeline | undefined
  isReadingOlder: boolean
}

function Top({ timeline, isReadingOlder }: TopProps) {
  if (!timeline) {
    return (
      <Loading text="Loading messages...">
        <TextSkeleton lines={4} />
      </Loading>
    )
  }
  return (
    <p className={styles.beginning} role="status">
      {isReadingOlder
        ? 'Loading older messages...'
        : timeline.isWhole
          ? 'This is where it begins.'
          : ''}
    </p>
  )
}
