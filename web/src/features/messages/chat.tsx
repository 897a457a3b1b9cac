import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLive } from '#lib/live/use-live.ts'
import { useWide } from '#lib/browser-state.ts'
import { FailureNotice, Loading } from '#ui/query-states.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { About } from './about.tsx'
import type { ChatAddress } from './address.ts'
import styles from './chat.module.css'
import { Composer } from './composer.tsx'
import { type Standing, standing } from './conversation-access.ts'
import { Talk } from './talk.tsx'
import { background, subjectsOf } from './conversation.queries.ts'
import { Person } from '#ui/person.tsx'

interface Props {
  me: string
  address: ChatAddress
  /** Where the list is, on a phone that shows one of the two. */
  back?: ReactNode
  /** Beside a list there is no room for more. */
  isInPane?: boolean
}

const unable = {
  job: 'Unable to load job.',
  consultation: 'Unable to load consultation.',
}

/** One conversation: panel and, beside it, whom and what it is about. */
export function Chat({ me, address, back, isInPane = false }: Props) {
  const isBeside = useWide() && !isInPane
  const queries = useQueryClient()
  const asked = standing(me, address)
  const { data, error, isFetching, refetch } = useQuery(asked)
  useLive({
    tables: subjectsOf(address),
    keys: [
      ['messages', 'standing', me],
      ['messages', 'background', me],
    ],
  })
  const conversationId = data?.conversationId
  useChange(data?.isWritable, () => {
    // What ends by the clock alone tells nobody.
    void queries.invalidateQueries({ queryKey: ['messages', 'background', me] })
  })
  const about = conversationId ? (
    <About me={me} conversationId={conversationId} isBeside={isBeside} />
  ) : null
  return (
    <div className={styles.chat} data-beside={isBeside || undefined}>
      <section className={styles.panel} aria-label="Conversation" tabIndex={-1}>
        {conversationId ? <ChatHead me={me} conversationId={conversationId} back={back} /> : back}
        {isBeside ? null : about}
        {error && !data ? (
          <FailureNotice
            title={unable[address.kind]}
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Banner standing={data} unable={unable[address.kind]} />
        )}
        {conversationId && data ? (
          <Talk
            key={conversationId}
            me={me}
            address={address}
            conversationId={conversationId}
            standing={data}
            onDoubt={() => void queries.invalidateQueries({ queryKey: asked.queryKey })}
          />
        ) : (
          <NothingToRead isLoading={data === undefined && !error} />
        )}
      </section>
      {isBeside ? about : null}
    </div>
  )
}

/** Tells when something that was known became something else. */
function useChange(value: unknown, onChange: () => void) {
  const before = useRef(value)
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    const { current: known } = before
    before.current = value
    if (known !== undefined && known !== value) tell()
  }, [value])
}

/** Why nothing can be written, in the words of the server. */
function Banner({
  standing: known,
  unable: text,
}: {
  standing: Standing | null | undefined
  unable: string
}) {
  if (known === undefined) return null
  const words = known ? known.banner : text
  return words ? (
    <div className={styles.banner}>
      <Notice tone="red">{words}</Notice>
    </div>
  ) : null
}

function NothingToRead({ isLoading }: { isLoading: boolean }) {
  return (
    <>
      <div className={styles.waiting}>
        {isLoading ? (
          <Loading text="Loading messages...">
            <TextSkeleton lines={4} />
          </Loading>
        ) : null}
      </div>
      <Composer text="" onType={() => undefined} onSend={() => undefined} isOpen={false} />
    </>
  )
}

interface ChatHeadProps {
  me: string
  conversationId: string
  back: ReactNode
}

/** With whom, and about what. */
function ChatHead({ me, conversationId, back }: ChatHeadProps) {
  const { data } = useQuery(background(conversationId, me))
  return (
    <header className={styles.head}>
      {back}
      {data?.other ? (
        <h2 className={styles.who}>
          <Person {...data.other} detail={data.job?.title ?? 'Consultation'} />
        </h2>
      ) : null}
    </header>
  )
}
