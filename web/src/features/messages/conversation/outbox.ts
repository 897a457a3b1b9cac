// What somebody wrote and the server does not have yet. It is kept on this device, common to all tabs of a person, and
// goes out in the order in which it was written: one at a time, by one tab at a time. The client's own id makes that a
// second attempt has no second effect.
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
  | { kind: 'later' }

interface Parts {
  shelf: Shelf
  post: (outgoing: Outgoing) => Promise<Answer>
  /** Runs while no other tab does. */
  exclusively: (task: () => Promise<void>) => Promise<void>
  onSent: (outgoing: Outgoing, message: Message) => void
}

export interface Queue {
  /** In the order in which they go out. */
  outgoing: readonly Outgoing[]
  /** Gone out a moment ago: shown until the conversation has them. */
  landed: readonly Outgoing[]
  /** Whether the last attempt did not get through. */
  isHeldUp: boolean
}

/** In milliseconds. */
const pauses = [300, 1000, 2000, 5000]
const showLandedFor = 10_000

export class Outbox {
  readonly #parts: Parts
  readonly #queue: Observable<Queue>
  #isPumping = false
  #stop: (() => void) | undefined
  #wake: (() => void) | undefined
  #failures = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#queue = new Observable<Queue>({
      outgoing: inTurn(parts.shelf),
      landed: [],
      isHeldUp: false,
    })
  }

  readonly get = () => this.#queue.get()
  readonly subscribe = (listener: () => void) => this.#queue.subscribe(listener)

  /** From now on what is there goes out, until the function it returns is called. */
  start() {
    const end = this.#parts.shelf.subscribe(() => this.#look())
    this.#stop = () => {
      end()
      this.#stop = undefined
      this.#wake?.()
    }
    this.#look()
    return this.#stop
  }

  add(draft: Draft): Outgoing {
    const outgoing = { ...draft, clientId: crypto.randomUUID(), turn: this.#lastTurn() }
    this.#parts.shelf.put(outgoing)
    this.#look()
    return outgoing
  }

  /** One that was refused goes to the end of the queue; whatever waits tries again at once. */
  retry(clientId: string) {
    const refused = this.get().outgoing.find((one) => one.clientId === clientId)
    if (refused?.refusal !== undefined) {
      this.#parts.shelf.put({ ...refused, turn: this.#lastTurn(), refusal: undefined })
    }
    this.#look()
    this.hurry()
  }

  /** Gives up one that was refused. */
  drop(clientId: string) {
    this.#parts.shelf.remove(clientId)
    this.#look()
  }

  /** The way may be free again. */
  hurry() {
    this.#wake?.()
  }

  /** After everything that waits, whichever tab it was written in. */
  #lastTurn() {
    return Math.max(Date.now(), (inTurn(this.#parts.shelf).at(-1)?.turn ?? 0) + 1)
  }

  #look() {
    const before = this.get()
    const outgoing = inTurn(this.#parts.shelf)
    const ids = new Set(outgoing.map(({ clientId }) => clientId))
    const gone = before.outgoing.filter(
      (one) => !ids.has(one.clientId) && one.refusal === undefined,
    )
    if (gone.length > 0) setTimeout(() => this.#forget(gone), showLandedFor)
    this.#queue.become({ ...before, outgoing, landed: [...before.landed, ...gone] })
    if (!this.#isPumping) void this.#pump()
  }

  #forget(gone: readonly Outgoing[]) {
    const { landed, ...queue } = this.get()
    this.#queue.become({ ...queue, landed: landed.filter((one) => !gone.includes(one)) })
  }

  async #pump() {
    this.#isPumping = true
    while (this.#stop && nextIn(this.#parts.shelf)) {
      await this.#parts.exclusively(() => this.#sendNext())
      if (this.#failures > 0) await this.#pause()
    }
    this.#isPumping = false
  }

  /** Another tab may have sent it while this one waited for its turn. */
  async #sendNext() {
    const next = nextIn(this.#parts.shelf)
    if (!next || !this.#stop) return
    const answer = await this.#parts.post(next)
    if (answer.kind === 'later') return this.#heldUp(this.#failures + 1)
    if (answer.kind === 'sent') {
      this.#parts.onSent(next, answer.message)
      this.#parts.shelf.remove(next.clientId)
    } else if (this.#isKept(next)) {
      // Whoever signed out meanwhile left nothing here, and nothing is put back.
      this.#parts.shelf.put({ ...next, refusal: answer.reason })
    }
    this.#heldUp(0)
    this.#look()
  }

  #isKept({ clientId }: Outgoing) {
    return this.#parts.shelf.all().some((one) => one.clientId === clientId)
  }

  #heldUp(failures: number) {
    this.#failures = failures
    const isHeldUp = failures > 0
    if (isHeldUp !== this.get().isHeldUp) this.#queue.become({ ...this.get(), isHeldUp })
  }

  async #pause() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, pauses[Math.min(this.#failures, pauses.length) - 1])
    await promise
    clearTimeout(timer)
  }
}

function inTurn(shelf: Shelf) {
  return shelf
    .all()
    .toSorted((one, other) => one.turn - other.turn || one.clientId.localeCompare(other.clientId))
}

function nextIn(shelf: Shelf) {
  return inTurn(shelf).find(({ refusal }) => refusal === undefined)
}
