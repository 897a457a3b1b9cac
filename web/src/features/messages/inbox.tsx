import { ArrowLeft, Inbox as InboxIcon, MessagesSquare } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTwoColumns } from '#lib/browser-state.ts'
import { type ListState, useListState } from '#lib/lists/list-state.ts'
import { useLive } from '#lib/live/use-live.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { SearchFilter } from '#ui/table/search-filter.tsx'
import { TabsFilter } from '#ui/tabs.tsx'
import { parseThreadName, threadName } from './address.ts'
import { Chat } from './chat.tsx'
import type { ConversationJob } from './conversation.queries.ts'
import { useOutbox } from './conversation/outboxes.ts'
import { findUnsent } from './conversation/unsent.ts'
import styles from './inbox.module.css'
import { threadsPerPage, useThreads } from './inbox.queries.ts'
import { ThreadRow } from './thread-row.tsx'

const listShape = {
  filters: ['q', 'show'],
  sorts: [],
  sort: { by: 'created_at', descending: true },
}

const showTabs = [
  { value: '', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'waiting', label: 'Needs reply' },
]

interface InboxProps {
  me: string
  isFacility: boolean
  /** Renders the picture of a job. */
  renderPicture?: (job: ConversationJob) => ReactNode
}

/** Shows the list of conversations and the chosen conversation, which replace each other on a phone. */
export function Inbox({ me, isFacility, renderPicture }: InboxProps) {
  const isWide = useTwoColumns()
  const list = useListState(listShape)
  const [params] = useSearchParams()
  const address = parseThreadName(params.get('thread'))
  const linkTo = (thread: string | undefined) => `/inbox${searchWith(params, thread)}`
  const current = address ? threadName(address) : undefined
  const frame = useFocusOnSwitch(isWide, current)
  const back = (
    <Link to={linkTo(undefined)} className={styles.back} aria-label="Back to conversations">
      <ArrowLeft size={18} aria-hidden />
    </Link>
  )
  return (
    <div ref={frame} className={styles.inbox} data-wide={isWide || undefined}>
      {isWide || !address ? (
        <Threads me={me} isFacility={isFacility} list={list} linkTo={linkTo} current={current} />
      ) : null}
      {address ? (
        <div className={styles.thread}>
          <Chat
            key={current}
            me={me}
            address={address}
            back={isWide ? null : back}
            isFilling
            {...(renderPicture ? { renderPicture } : {})}
          />
        </div>
      ) : (
        isWide && (
          <div className={styles.nothing}>
            <NothingYet icon={MessagesSquare} title="Select a conversation">
              Its messages appear here.
            </NothingYet>
          </div>
        )
      )}
    </div>
  )
}

interface ThreadsProps {
  me: string
  isFacility: boolean
  list: ListState
  linkTo: (thread: string) => string
  current: string | undefined
}

function Threads({ me, isFacility, list, linkTo, current }: ThreadsProps): ReactNode {
  const query = useThreads(me, isFacility, list)
  const { outboxState } = useOutbox(me)
  useLive({
    tables: [
      { table: 'messages', filter: `recipient_id=eq.${me}` },
      { table: 'messages', filter: `sender_id=eq.${me}`, event: 'INSERT' },
      // A bid or a booked consultation starts a conversation, which the inbox has to show.
      { table: 'bids' },
      { table: 'consultations' },
    ],
    keys: [['messages', 'inbox', me]],
  })
  return (
    <section className={styles.list} aria-label="Conversations" tabIndex={-1}>
      <search className={styles.filters}>
        <SearchFilter list={list} name="q" label="Search conversations" />
        <TabsFilter list={list} name="show" label="Filter conversations" tabs={showTabs} />
      </search>
      <div className={styles.threads}>
        <Paged
          query={query}
          list={list}
          size={threadsPerPage}
          loading="Loading conversations..."
          failed="Failed to load your inbox."
          nothing={
            <NothingYet icon={InboxIcon} title="No active conversations.">
              A conversation starts with a bid on a job or a booked consultation.
            </NothingYet>
          }
          noMatch="No conversations found."
        >
          {({ rows, view }) => (
            <RowList label="Conversations" rows={rows} keyOf={({ id }) => id} view={view}>
              {(thread) => (
                <ThreadRow
                  thread={thread}
                  me={me}
                  to={linkTo(thread.name)}
                  isCurrent={thread.name === current}
                  unsent={findUnsent(outboxState, thread.id)}
                />
              )}
            </RowList>
          )}
        </Paged>
      </div>
    </section>
  )
}

/** Replaces the thread in the URL parameters. */
function searchWith(params: URLSearchParams, thread: string | undefined) {
  const next = new URLSearchParams(params)
  if (thread) next.set('thread', thread)
  else next.delete('thread')
  return next.size > 0 ? `?${next}` : ''
}

/** Focuses the new view when the list and the conversation replace each other on a phone. */
function useFocusOnSwitch(isWide: boolean, thread: string | undefined) {
  const frame = useRef<HTMLDivElement>(null)
  const before = useRef(thread)
  useEffect(() => {
    const { current: former } = before
    before.current = thread
    if (isWide || former === thread) return
    const places = thread
      ? ['[aria-label="Conversation"]']
      : [`[data-thread="${CSS.escape(former ?? '')}"]`, '[aria-label="Conversations"]']
    const found = places.map((place) => frame.current?.querySelector<HTMLElement>(place))
    found.find(Boolean)?.focus({ preventScroll: true })
  }, [isWide, thread])
  return frame
}
