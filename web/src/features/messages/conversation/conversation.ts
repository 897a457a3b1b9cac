// One conversation as somebody reads it: pages from the server, news as they come, and what was missed between them.
import type { Message } from './message.ts'
import { Observable } from './observable.ts'
import { newestOf, type Timeline, timelineOf, withNews, withOlder, withRead } from './timeline.ts'

/** What is asked of the server; lists come oldest first. */
export interface Wire {
  latest: (count: number) => Promise<Message[]>
  before: (seq: number, count: number) => Promise<Message[]>
  after: (seq: number, count: number) => Promise<Message[]>
  /** The numbers of one's own messages from this one on that the other side has read. */
  readFrom: (seq: number) => Promise<number[]>
  /** Tells that everything up to this one was seen. */
  markRead: (seq: number) => Promise<void>
}

export interface Reading {
  timeline: Timeline | undefined
  /** Where somebody who opens it goes on reading. */
  firstUnread: number | undefined
  /** Why the last attempt to read failed: the first page, or older ones. */
  error: unknown
  isReadingOlder: boolean
}

const page = 50
const missedPage = 200
/** In milliseconds, between attempts to read what was missed, and to tell what was seen. */
const pauses = [250, 1000, 3000, 5000]

export class Conversation {
  readonly #wire: Wire
  readonly #me: string
  readonly #reading = new Observable<Reading>({
    timeline: undefined,
    firstUnread: undefined,
    error: undefined,
    isReadingOlder: false,
  })
  /** News that came before the first page was there. */
  #early: Message[] = []
  /** So did a gap: what was committed after the page was read and before anything was told. */
  #isGapEarly = false
  #isClosed = false
  #catchingUp: Promise<void> | undefined
  #isGapTold = false
  #telling: Promise<void> | undefined
  /** Up to where it was seen, and up to where that was told. */
  #seen = 0
  #told = 0

  constructor(wire: Wire, me: string) {
    this.#wire = wire
    this.#me = me
  }

  get = this.#reading.get
  subscribe = this.#reading.subscribe

  /** Reads the newest page; again, where that failed. */
  async open() {
    this.#isClosed = false
    if (this.get().timeline) return this.catchUp()
    this.#become({ error: undefined })
    try {
      const timeline = timelineOf(await this.#wire.latest(page), page)
      const firstUnread = timeline.messages.find((message) => this.#isUnread(message))?.seq
      this.#become({ timeline: withNews(timeline, this.#early), firstUnread })
      this.#early = []
      if (this.#isGapEarly || this.#hasGap()) void this.catchUp()
    } catch (error) {
      this.#become({ error })
    }
  }

  close() {
    this.#isClosed = true
  }

  async older() {
    const { timeline, isReadingOlder } = this.get()
    const first = timeline?.messages[0]
    if (!first || timeline.isWhole || isReadingOlder) return
    this.#become({ isReadingOlder: true, error: undefined })
    try {
      const older = await this.#wire.before(first.seq, page)
      this.#change((now) => withOlder(now, older, page))
    } catch (error) {
      this.#become({ error })
    } finally {
      this.#become({ isReadingOlder: false })
    }
  }

  /** A message that is new, or was read meanwhile; one before its turn means that others were missed. */
  hear(message: Message) {
    if (!this.get().timeline) this.#early.push(message)
    this.#change((now) => withNews(now, [message]))
    if (this.#hasGap() || this.#hasFailed()) void this.catchUp()
  }

  /** Reads what was missed, until that is done or nobody looks any more. */
  catchUp(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    if (this.#hasFailed()) return this.open()
    this.#isGapTold = true
    this.#catchingUp ??= this.#fillGaps().finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  /** Resolves once what the server has of a message is shown. */
  async untilShown(clientId: string) {
    const isShown = this.get().timeline?.messages.some((one) => one.clientId === clientId)
    if (!isShown) await this.catchUp()
  }

  /** Everything up to the newest message was seen. That is told once, however often it has to be tried. */
  seen(): Promise<void> {
    const unread = this.get().timeline?.messages.findLast((message) => this.#isUnread(message))
    this.#seen = Math.max(this.#seen, unread?.seq ?? 0)
    this.#telling ??= this.#tellSeen().finally(() => {
      this.#telling = undefined
    })
    return this.#telling
  }

  async #tellSeen() {
    for (let failures = 0; this.#told < this.#seen && !this.#isClosed;) {
      const now = this.#seen
      try {
        await this.#wire.markRead(now)
        this.#told = now
      } catch {
        await pauseAfter(failures)
        failures += 1
      }
    }
  }

  #hasGap() {
    return (this.get().timeline?.ahead.length ?? 0) > 0
  }

  /** The first page could not be read, and nobody reads it at the moment. */
  #hasFailed() {
    const { timeline, error } = this.get()
    return !timeline && error !== undefined
  }

  #isUnread({ senderId, isRead }: Message) {
    return senderId !== this.#me && !isRead
  }

  async #fillGaps() {
    for (let failures = 0; this.#isGapTold && !this.#isClosed;) {
      this.#isGapTold = false
      try {
        await this.#readMissed()
        failures = 0
      } catch {
        this.#isGapTold = true
        await pauseAfter(failures)
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
      const missed = await this.#wire.after(newestOf(this.get().timeline ?? timeline), missedPage)
      this.#change((now) => withNews(now, missed))
      isMore = missed.length === missedPage
    }
    if (!unseen) return
    const read = await this.#wire.readFrom(unseen.seq)
    this.#change((now) => withRead(now, read))
  }

  #change(change: (timeline: Timeline) => Timeline) {
    const { timeline } = this.get()
    if (timeline) this.#become({ timeline: change(timeline) })
  }

  #become(change: Partial<Reading>) {
    this.#reading.become({ ...this.get(), ...change })
  }
}

function pauseAfter(failures: number) {
  const pause = pauses[Math.min(failures, pauses.length - 1)]
  return new Promise((resolve) => setTimeout(resolve, pause))
}
