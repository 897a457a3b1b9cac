// Combines pages, live messages and missed messages into the state of one open conversation.
import type { Message } from './message.ts'
import { Observable } from './observable.ts'
import {
  newestSeq,
  type Timeline,
  timelineOf,
  withNewMessages,
  withOlder,
  withRead,
} from './timeline.ts'

/** The requests of a conversation. Each list of messages starts with the oldest. */
export interface ConversationApi {
  fetchLatest: (count: number) => Promise<Message[]>
  fetchBefore: (seq: number, count: number) => Promise<Message[]>
  fetchAfter: (seq: number, count: number) => Promise<Message[]>
  /** Returns the seqs, from `seq`, of this user's messages that the other person has read. */
  fetchReadSeqs: (seq: number) => Promise<number[]>
  /** Marks the messages to this user up to this seq as read. */
  markRead: (seq: number) => Promise<void>
}

export interface ConversationState {
  timeline: Timeline | undefined
  /** The seq of the first message that was unread on the first page when that page was loaded. */
  firstUnread: number | undefined
  /** The error that occurred while loading the first page or older messages. */
  error: unknown
  isLoadingOlder: boolean
}

const pageSize = 50
const gapPageSize = 200
/** The delays between attempts to fill gaps and to mark messages as read. */
const retryDelaysMs = [250, 1000, 3000, 5000]

export class Conversation {
  readonly #wire: ConversationApi
  readonly #me: string
  readonly #reading = new Observable<ConversationState>({
    timeline: undefined,
    firstUnread: undefined,
    error: undefined,
    isLoadingOlder: false,
  })
  /** The messages that arrived before the first page was loaded. */
  #early: Message[] = []
  /** Whether `catchUp` was called before the first page was loaded. */
  #isGapEarly = false
  #isClosed = false
  #catchingUp: Promise<void> | undefined
  #mustCatchUp = false
  #reportingSeen: Promise<Error | undefined> | undefined
  /** The highest seq that the user saw, and the highest that was reported to the server as read. */
  #seenSeq = 0
  #reportedSeq = 0

  constructor(wire: ConversationApi, me: string) {
    this.#wire = wire
    this.#me = me
  }

  get = this.#reading.get
  subscribe = this.#reading.subscribe

  /** Loads the newest page, or missed messages if the page is already loaded. */
  async open() {
    this.#isClosed = false
    if (this.get().timeline) return this.catchUp()
    this.#become({ error: undefined })
    try {
      const timeline = timelineOf(await this.#wire.fetchLatest(pageSize), pageSize)
      const firstUnread = timeline.messages.find((message) => this.#isUnread(message))?.seq
      this.#become({ timeline: withNewMessages(timeline, this.#early), firstUnread })
      this.#early = []
      if (this.#isGapEarly || this.#hasGap()) void this.catchUp()
    } catch (error) {
      this.#become({ error })
    }
  }

  close() {
    this.#isClosed = true
  }

  async loadOlder() {
    const { timeline, isLoadingOlder: isReadingOlder } = this.get()
    const first = timeline?.messages[0]
    if (!first || timeline.isComplete || isReadingOlder) return
    this.#become({ isLoadingOlder: true, error: undefined })
    try {
      const older = await this.#wire.fetchBefore(first.seq, pageSize)
      this.#change((now) => withOlder(now, older, pageSize))
    } catch (error) {
      this.#become({ error })
    } finally {
      this.#become({ isLoadingOlder: false })
    }
  }

  /** Adds a new or changed message, and loads missed messages if its seq leaves a gap. */
  receive(message: Message) {
    if (!this.get().timeline) this.#early.push(message)
    this.#change((now) => withNewMessages(now, [message]))
    if (this.#hasGap() || this.#hasFailed()) void this.catchUp()
  }

  /** Loads missed messages, or the first page if it failed to load. Retries until the conversation is closed. */
  catchUp(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    if (this.#hasFailed()) return this.open()
    this.#mustCatchUp = true
    this.#catchingUp ??= this.#fillGaps().finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  /** Loads missed messages if the message with this client id is not loaded yet. */
  async untilShown(clientId: string) {
    const isShown = this.get().timeline?.messages.some((one) => one.clientId === clientId)
    if (!isShown) await this.catchUp()
  }

  /** Returns the number of the other person's loaded messages that are unread. */
  countUnread() {
    const messages = this.get().timeline?.messages ?? []
    return messages.filter((message) => this.#isUnread(message)).length
  }

  /**
   * Marks the other person's loaded messages as read, and retries after a failure. Resolves to an error if the
   * conversation was closed before a success.
   */
  markSeen(): Promise<Error | undefined> {
    const unread = this.get().timeline?.messages.findLast((message) => this.#isUnread(message))
    this.#seenSeq = Math.max(this.#seenSeq, unread?.seq ?? 0)
    this.#reportingSeen ??= this.#reportSeen().finally(() => {
      this.#reportingSeen = undefined
    })
    return this.#reportingSeen
  }

  async #reportSeen(): Promise<Error | undefined> {
    for (let failures = 0; this.#reportedSeq < this.#seenSeq && !this.#isClosed;) {
      const now = this.#seenSeq
      try {
        await this.#wire.markRead(now)
        this.#reportedSeq = now
      } catch {
        await waitBeforeRetry(failures)
        failures += 1
      }
    }
    const isReported = this.#reportedSeq >= this.#seenSeq
    return isReported ? undefined : new Error('The conversation was closed.')
  }

  #hasGap() {
    return (this.get().timeline?.ahead.length ?? 0) > 0
  }

  /** Returns true if loading the first page failed and no retry is running. */
  #hasFailed() {
    const { timeline, error } = this.get()
    return !timeline && error !== undefined
  }

  #isUnread({ senderId, isRead }: Message) {
    return senderId !== this.#me && !isRead
  }

  async #fillGaps() {
    for (let failures = 0; this.#mustCatchUp && !this.#isClosed;) {
      this.#mustCatchUp = false
      try {
        await this.#readMissed()
        failures = 0
      } catch {
        this.#mustCatchUp = true
        await waitBeforeRetry(failures)
        failures += 1
      }
    }
  }

  async #readMissed() {
    const { timeline } = this.get()
    if (!timeline) {
      this.#isGapEarly = true
      return
    }
    const unseen = timeline.messages.find(
      ({ senderId, isRead }) => senderId === this.#me && !isRead,
    )
    for (let isMore = true; isMore;) {
      const missed = await this.#wire.fetchAfter(
        newestSeq(this.get().timeline ?? timeline),
        gapPageSize,
      )
      this.#change((now) => withNewMessages(now, missed))
      isMore = missed.length === gapPageSize
    }
    if (!unseen) return
    const read = await this.#wire.fetchReadSeqs(unseen.seq)
    this.#change((now) => withRead(now, read))
  }

  #change(change: (timeline: Timeline) => Timeline) {
    const { timeline } = this.get()
    if (timeline) this.#become({ timeline: change(timeline) })
  }

  #become(change: Partial<ConversationState>) {
    this.#reading.set({ ...this.get(), ...change })
  }
}

function waitBeforeRetry(failures: number) {
  const pause = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)]
  return new Promise((resolve) => setTimeout(resolve, pause))
}
