// What somebody wrote and the server does not have yet. It is kept on this device, common to all tabs of a person, and
// goes out in the order in which it was written: in each conversation one at a time, by one tab at a time. The client's
// own id makes that a second attempt has no second effect.
import { Lane } from './send-queue.ts'
import type { Message } from './message.ts'
import { Observable } from './observable.ts'

export interface Outgoing {
  clientId: string
  conversationId: string
  jobId: string | null
  consultationId: string | null
  recipientId: string
  content: string
  /** Its place in the queue. */
  turn: number
  /** Why the server refused it. Without one it is still under way. */
  refusal?: string | undefined
}

export type Draft = Omit<Outgoing, 'clientId' | 'turn' | 'refusal'>

/** Where the queue is kept, each message by itself: two tabs never write over each other. */
export interface Shelf {
  all: () => Outgoing[]
  put: (outgoing: Outgoing) => void
  remove: (clientId: string) => void
  /** Tells what other tabs change. */
  subscribe: (listener: () => void) => () => void
}

export type Answer =
  | { kind: 'sent'; message: Message }
  | { kind: 'refused'; reason: string }
  /** Nobody knows whether it arrived, or it may not go yet. */
  | { kind: 'later'; reason: string }

interface Parts {
  shelf: Shelf
  post: (outgoing: Outgoing) => Promise<Answer>
  /** Runs while no other tab does anything in the same conversation. */
  exclusively: (conversationId: string, task: () => Promise<void>) => Promise<void>
  onSent: (outgoing: Outgoing, message: Message) => void
  /** Resolves once the conversation, where it is open here, shows what it has of it. */
  untilShown: (outgoing: Outgoing) => Promise<void>
}

export interface Queue {
  /** In the order in which they go out. */
  outgoing: readonly Outgoing[]
  /** Gone out, perhaps by another tab: shown until the conversation has them. */
  landed: readonly Outgoing[]
  /** Of each conversation whose last attempt did not get through, why. */
  heldUp: ReadonlyMap<string, string>
}

const nothing: Queue = { outgoing: [], landed: [], heldUp: new Map() }

export class Outbox {
  readonly #parts: Parts
  readonly #queue: Observable<Queue>
  readonly #lanes = new Map<string, Lane>()
  #isStarted = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#queue = new Observable<Queue>({ ...nothing, outgoing: inTurn(parts.shelf) })
  }

  readonly get = () => this.#queue.get()
  readonly subscribe = (listener: () => void) => this.#queue.subscribe(listener)

  /** From now on what is there goes out, until the function it returns is called. */
  start() {
    this.#isStarted = true
    const end = this.#parts.shelf.subscribe(() => this.#look())
    this.#look()
    return () => {
      end()
      this.#isStarted = false
      this.hurry()
    }
  }

  add(draft: Draft): Outgoing {
    const outgoing = { ...draft, clientId: crypto.randomUUID(), turn: this.#lastTurn() }
    this.#parts.shelf.put(outgoing)
    this.#look()
    return outgoing
  }

  /** One that was refused goes to the end of the queue; whatever waits tries again at once. */
  retry(clientId: string) {
    const refused = this.#find(clientId)
    if (refused?.refusal !== undefined) {
      this.#parts.shelf.put({ ...refused, turn: this.#lastTurn(), refusal: undefined })
    }
    this.#look()
    this.hurry()
  }

  /** Gives one up that was refused or waits; nothing, where it is gone already. */
  async drop(clientId: string): Promise<Outgoing | undefined> {
    const known = this.#find(clientId)
    if (!known || known.refusal !== undefined) return this.#remove(clientId)
    let dropped: Outgoing | undefined
    // Between two attempts: what is on its way right now is nobody's to take back.
    await this.#parts.exclusively(known.conversationId, async () => {
      dropped = this.#remove(clientId)
    })
    return dropped
  }

  /** The way may be free again. */
  hurry() {
    for (const lane of this.#lanes.values()) lane.hurry()
  }

  #find(clientId: string) {
    return this.#parts.shelf.all().find((one) => one.clientId === clientId)
  }

  #remove(clientId: string) {
    const removed = this.#find(clientId)
    const { outgoing, ...queue } = this.get()
    this.#queue.become({ ...queue, outgoing: outgoing.filter((one) => one.clientId !== clientId) })
    this.#parts.shelf.remove(clientId)
    this.#look()
    return removed
  }

  /** After everything that waits, whichever tab it was written in. */
  #lastTurn() {
    return Math.max(Date.now(), (inTurn(this.#parts.shelf).at(-1)?.turn ?? 0) + 1)
  }

  #look() {
    const before = this.get()
    const outgoing = inTurn(this.#parts.shelf)
    const ids = new Set(outgoing.map(({ clientId }) => clientId))
    const gone = before.outgoing.filter((one) => !ids.has(one.clientId) && isUnderWay(one))
    const waiting = new Set(outgoing.filter(isUnderWay).map((one) => one.conversationId))
    this.#queue.become({
      outgoing,
      landed: [...before.landed, ...gone],
      heldUp: new Map([...before.heldUp].filter(([conversationId]) => waiting.has(conversationId))),
    })
    for (const one of gone) void this.#parts.untilShown(one).finally(() => this.#forget(one))
    this.#sendAll()
  }

  #forget(gone: Outgoing) {
    const { landed, ...queue } = this.get()
    this.#queue.become({ ...queue, landed: landed.filter((one) => one !== gone) })
  }

  #sendAll() {
    for (const { conversationId } of this.get().outgoing) {
      const lane = this.#lanes.get(conversationId) ?? this.#laneOf(conversationId)
      this.#lanes.set(conversationId, lane)
      void lane.run()
    }
  }

  #laneOf(conversationId: string) {
    return new Lane({
      hasNext: () => this.#isStarted && this.#nextIn(conversationId) !== undefined,
      sendNext: async () => {
        let isThrough = true
        await this.#parts.exclusively(conversationId, async () => {
          isThrough = await this.#sendNext(conversationId)
        })
        return isThrough
      },
    })
  }

  #nextIn(conversationId: string) {
    return inTurn(this.#parts.shelf).find(
      (one) => one.conversationId === conversationId && isUnderWay(one),
    )
  }

  /** Another tab may have sent it while this one waited for its turn. */
  async #sendNext(conversationId: string) {
    const next = this.#nextIn(conversationId)
    if (!next || !this.#isStarted) return true
    const answer = await this.#parts.post(next)
    if (answer.kind === 'later') {
      this.#heldUp(conversationId, answer.reason)
      return false
    }
    if (answer.kind === 'sent') {
      this.#parts.onSent(next, answer.message)
      this.#parts.shelf.remove(next.clientId)
    } else if (this.#find(next.clientId)) {
      // Whoever signed out meanwhile left nothing here, and nothing is put back.
      this.#parts.shelf.put({ ...next, refusal: answer.reason })
    }
    this.#heldUp(conversationId, undefined)
    this.#look()
    return true
  }

  #heldUp(conversationId: string, reason: string | undefined) {
    const { heldUp, ...queue } = this.get()
    if (heldUp.get(conversationId) === reason) return
    const others = [...heldUp].filter(([other]) => other !== conversationId)
    const own: [string, string][] = reason === undefined ? [] : [[conversationId, reason]]
    this.#queue.become({ ...queue, heldUp: new Map([...others, ...own]) })
  }
}

function isUnderWay({ refusal }: Outgoing) {
  return refusal === undefined
}

function inTurn(shelf: Shelf) {
  return shelf
    .all()
    .toSorted((one, other) => one.turn - other.turn || one.clientId.localeCompare(other.clientId))
}
