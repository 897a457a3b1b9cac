import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useRememberPage } from '#lib/recent-pages.ts'
import { FailureNotice, Loading } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { chatPath, type ChatAddress, messageSubject } from './address.ts'
import styles from './chat.module.css'
import { Composer } from './composer.tsx'
import type { ConversationAccess } from './conversation-access.ts'
import { conversationBid, conversationDetails } from './conversation.queries.ts'
import { useOutbox } from './conversation/outboxes.ts'
import { threadRows } from './conversation/thread-rows.ts'
import type { Timeline } from './conversation/timeline.ts'
import { eventsOf } from './milestones.ts'
import { Thread } from './thread.tsx'
import { useComposerDraft, useConversation, useMarkRead, useTyping } from './use-conversation.ts'

interface Props {
  me: string
  address: ChatAddress
  conversationId: string
  access: ConversationAccess
  /** Called after an event that may change whether this user can write. */
  onAccessUnclear: () => void
}

export function Talk({ me, address, conversationId, access, onAccessUnclear }: Props) {
  const { conversation, state } = useConversation(conversationId, me)
  const { timeline, firstUnread, error, isLoadingOlder } = state
  const { outbox, outboxState } = useOutbox(me)
  const { data: about } = useQuery(conversationDetails(conversationId, me))
  const { data: bid = null } = useQuery(conversationBid(about))
  const { counterpartId, isWritable } = access
  useRememberPage(
    about?.other
      ? { kind: 'chat', id: conversationId, title: about.other.name, path: chatPath(address) }
      : undefined,
  )
  const typing = useTyping({ topic: about?.topic, otherId: counterpartId })
  const { draft, text } = useComposerDraft(me, conversationId, outbox)
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const newest = timeline?.messages.at(-1)
  useMarkRead({ conversation, conversationId, me, isAtEnd, newest: newest?.seq ?? 0 })

  const onNewest = useEffectEvent((seq: number, sender: string) => {
    if (sender === counterpartId) typing.stop()
    // Check the access again, because the contractor's first message lets the facility reply.
    if (seq > 0 && !isWritable) onAccessUnclear()
  })
  const { seq: newestSeq = 0, senderId: newestSender = '' } = newest ?? {}
  useEffect(() => onNewest(newestSeq, newestSender), [newestSeq, newestSender])
  const refusals = outboxState.outgoing.filter(({ refusal }) => refusal !== undefined).length
  const onRefused = useEffectEvent(onAccessUnclear)
  useEffect(() => {
    if (refusals > 0) onRefused()
  }, [refusals])

  const events = useMemo(() => (about ? eventsOf(about, bid) : []), [about, bid])
  const rows = useMemo(
    () => threadRows({ timeline, outboxState, conversationId, me, firstUnread, events }),
    [timeline, outboxState, conversationId, me, firstUnread, events],
  )
  const send = () => {
    draft.send({ conversationId, ...messageSubject(address), recipientId: counterpartId })
    scroller.current?.scrollTo({ top: 0 })
  }
  const failure = error ? (
    <FailureNotice
      title="Failed to load messages."
      error={error}
      onRetry={() => void (timeline ? conversation.loadOlder() : conversation.open())}
    />
  ) : null
  const name = about?.other?.name ?? ''
  const canLoadOlder = timeline && !timeline.isComplete && !error
  return (
    <>
      <Thread
        rows={rows}
        from={name}
        isOpen={isWritable}
        acts={draft}
        onOlder={canLoadOlder ? () => void conversation.loadOlder() : undefined}
        oldest={timeline?.messages[0]?.seq ?? 0}
        top={failure ?? <Top timeline={timeline} isLoadingOlder={isLoadingOlder} />}
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
          draft.type(typed)
          if (isWritable) typing.notify()
        }}
        onSend={send}
        isOpen={isWritable}
      />
    </>
  )
}

interface TopProps {
  timeline: Timeline | undefined
  isLoadingOlder: boolean
}

function Top({ timeline, isLoadingOlder }: TopProps) {
  if (!timeline) {
    return (
      <Loading text="Loading messages...">
        <TextSkeleton lines={4} />
      </Loading>
    )
  }
  return (
    <p className={styles.beginning} role="status">
      {isLoadingOlder
        ? 'Loading older messages...'
        : timeline.isComplete
          ? 'Start of conversation'
          : ''}
    </p>
  )
}
