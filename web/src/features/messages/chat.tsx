import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'react-router'
import { useThreeColumns, useWide } from '#lib/browser-state.ts'
import { jobPath } from '#lib/job-paths.ts'
import { useLive } from '#lib/live/use-live.ts'
import { Notice } from '#ui/notice.tsx'
import { Person } from '#ui/person.tsx'
import { FailureNotice, Loading } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { About } from './about.tsx'
import type { ChatAddress } from './address.ts'
import styles from './chat.module.css'
import { Composer } from './composer.tsx'
import { type ConversationAccess, conversationAccess } from './conversation-access.ts'
import {
  accessSubjects,
  conversationDetails,
  type ConversationDetails,
  type ConversationJob,
} from './conversation.queries.ts'
import { Talk } from './talk.tsx'

interface Props {
  me: string
  address: ChatAddress
  /** The link back to the list on phones. */
  back?: ReactNode
  /** Whether the chat fills the inbox, and is not a panel of its own. */
  isFilling?: boolean
  /** Renders the picture of the job. */
  renderPicture?: (job: ConversationJob) => ReactNode
}

const loadFailures = {
  job: 'Unable to load job.',
  consultation: 'Unable to load consultation.',
}

export function Chat({ me, address, back, isFilling = false, renderPicture }: Props) {
  const isWide = useWide()
  const hasThreeColumns = useThreeColumns()
  const isBeside = isFilling ? hasThreeColumns : isWide
  const queries = useQueryClient()
  const accessQuery = conversationAccess(me, address)
  const { data, error, isFetching, refetch } = useQuery(accessQuery)
  useLive({
    tables: accessSubjects(address),
    keys: [
      ['messages', 'access', me],
      ['messages', 'background', me],
      ['messages', 'bid'],
    ],
  })
  const conversationId = data?.conversationId
  useOnChange(data?.isWritable, () => {
    // Refetch the conversation's details, because no event announces the end of a consultation.
    void queries.invalidateQueries({ queryKey: ['messages', 'background', me] })
  })
  const about = conversationId ? (
    <About
      me={me}
      conversationId={conversationId}
      isBeside={isBeside}
      isFilling={isFilling}
      renderPicture={renderPicture}
    />
  ) : null
  return (
    <div
      className={styles.chat}
      data-beside={isBeside || undefined}
      data-filling={isFilling || undefined}
    >
      <section className={styles.panel} aria-label="Conversation" tabIndex={-1}>
        {conversationId ? <ChatHead me={me} conversationId={conversationId} back={back} /> : back}
        {isBeside ? null : about}
        {error && !data ? (
          <FailureNotice
            title={loadFailures[address.kind]}
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Banner access={data} failure={loadFailures[address.kind]} />
        )}
        {conversationId && data ? (
          <Talk
            key={conversationId}
            me={me}
            address={address}
            conversationId={conversationId}
            access={data}
            onAccessUnclear={() =>
              void queries.invalidateQueries({ queryKey: accessQuery.queryKey })
            }
          />
        ) : (
          <EmptyThread isLoading={data === undefined && !error} />
        )}
      </section>
      {isBeside ? about : null}
    </div>
  )
}

/** Calls the callback when the value changes, but not when the previous value was undefined. */
function useOnChange(value: unknown, onChange: () => void) {
  const before = useRef(value)
  const notify = useEffectEvent(onChange)
  useEffect(() => {
    const { current: known } = before
    before.current = value
    if (known !== undefined && known !== value) notify()
  }, [value])
}

/** Explains why the user cannot write, or shows the failure text if the user has no access. */
function Banner({
  access: known,
  failure: text,
}: {
  access: ConversationAccess | null | undefined
  failure: string
}) {
  if (known === undefined) return null
  const reason = known ? known.banner : text
  return reason ? (
    <div className={styles.banner}>
      <Notice tone="red">{reason}</Notice>
    </div>
  ) : null
}

function EmptyThread({ isLoading }: { isLoading: boolean }) {
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

function ChatHead({ me, conversationId, back }: ChatHeadProps) {
  const { data } = useQuery(conversationDetails(conversationId, me))
  return (
    <header className={styles.head}>
      {back}
      {data?.other ? (
        <h2 className={styles.who}>
          <Person {...data.other} detail={data.job?.title ?? data.consultation?.title} />
        </h2>
      ) : null}
      <OpenJob details={data} />
    </header>
  )
}

/** Links to the page of the job. */
function OpenJob({ details }: { details: ConversationDetails | undefined }) {
  const { job, isFacility } = details ?? {}
  if (!job) return null
  return (
    <Button
      component={Link}
      to={jobPath(isFacility ? 'facility' : 'contractor', job.id)}
      variant="default"
      size="sm"
      className={styles.open}
    >
      Open job
    </Button>
  )
}
