// An `Outbox` contains the send queue of a user, which all tabs share. In each conversation, only one tab at a time
// sends messages. The client id makes retries idempotent.
import type { Message } from './message.ts'
import { Observable } from './observable.ts'
import { SendQueue } from './send-queue.ts'

export interface OutgoingMessage {
  clientId: string
  conversationId: string
  jobId: string | null
  consultationId: string | null
  recipientId: string
  content: string
  /** Messages with a lower number are sent first. */
  turn: number
  /** The server's reason for refusing the message, or undefined while the message is pending. */
  refusal?: string | undefined
}

export type NewMessage = Omit<OutgoingMessage, 'clientId' | 'turn' | 'refusal'>

/** Stores each message under its own key, so that two tabs never overwrite each other's messages. */
export interface OutboxStorage {
  all: () => OutgoingMessage[]
  put: (outgoing: OutgoingMessage) => void
  remove: (clientId: string) => void
  /** Calls the listener when another tab changes the send queue. */
  subscribe: (listener: () => void) => () => void
}

export type SendResult =
  | { kind: 'sent'; message: Message }
  | { kind: 'refused'; reason: string }
  /** The message may or may not have arrived, so it has to be sent again. */
  | { kind: 'later'; reason: string }

interface OutboxDependencies {
  storage: OutboxStorage
  send: (outgoing: OutgoingMessage) => Promise<SendResult>
  /** Runs the task while no other tab is sending messages in the same conversation. */
  withConversationLock: (conversationId: string, task: () => Promise<void>) => Promise<void>
  onSent: (outgoing: OutgoingMessage, message: Message) => void
  /** Resolves when the conversation shows the message, or immediately if this tab has not opened the conversation. */
  untilShown: (outgoing: OutgoingMessage) => Promise<void>
}

export interface OutboxState {
  /** The pending and refused messages, in sending order. */
  outgoing: readonly OutgoingMessage[]
  /** Messages that any tab has sent and the conversation has not loaded yet. */
  landed: readonly OutgoingMessage[]
  /** Maps a conversation's id to the reason why the latest attempt to send failed. */
  heldUp: ReadonlyMap<string, string>
}

const emptyState: OutboxState = { outgoing: [], landed: [], heldUp: new Map() }

export class Outbox {
  readonly #dependencies: OutboxDependencies
  readonly #state: Observable<OutboxState>
  readonly #sendQueues = new Map<string, SendQueue>()
  #isStarted = false

  constructor(dependencies: OutboxDependencies) {
    this.#dependencies = dependencies
    this.#state = new Observable<OutboxState>({
      ...emptyState,
      outgoing: inSendOrder(dependencies.storage),
    })
  }

  readonly get = () => this.#state.get()
  readonly subscribe = (listener: () => void) => this.#state.subscribe(listener)

  /** Starts sending. Returns a function that stops sending. */
  start() {
    this.#isStarted = true
    const end = this.#dependencies.storage.subscribe(() => this.#refresh())
    this.#refresh()
    return () => {
      end()
      this.#isStarted = false
      this.retryNow()
    }
  }

  add(draft: NewMessage): OutgoingMessage {
    const outgoing = { ...draft, clientId: crypto.randomUUID(), turn: this.#nextTurn() }
    this.#dependencies.storage.put(outgoing)
    this.#refresh()
    return outgoing
  }

  /** Moves a refused message to the end of the send queue, and sends all waiting messages without further delay. */
  retry(clientId: string) {
    const refused = this.#find(clientId)
    if (refused?.refusal !== undefined) {
      this.#dependencies.storage.put({ ...refused, turn: this.#nextTurn(), refusal: undefined })
    }
    this.#refresh()
    this.retryNow()
  }

  /** Removes and returns a refused or waiting message, if it is still in the send queue. */
  async drop(clientId: string): Promise<OutgoingMessage | undefined> {
    const known = this.#find(clientId)
    if (!known || known.refusal !== undefined) return this.#remove(clientId)
    let dropped: OutgoingMessage | undefined
    // Wait for the lock, because a message cannot be removed while it is being sent.
    await this.#dependencies.withConversationLock(known.conversationId, async () => {
      dropped = this.#remove(clientId)
    })
    return dropped
  }

  /** Retries all waiting messages now instead of after their retry delays. */
  retryNow() {
    for (const queue of this.#sendQueues.values()) queue.retryNow()
  }

  #find(clientId: string) {
    return this.#dependencies.storage.all().find((one) => one.clientId === clientId)
  }

  #remove(clientId: string) {
    const removed = this.#find(clientId)
    const { outgoing, ...state } = this.get()
    this.#state.set({ ...state, outgoing: outgoing.filter((one) => one.clientId !== clientId) })
    this.#dependencies.storage.remove(clientId)
    this.#refresh()
    return removed
  }

  /** Returns a position after all messages in the send queue, including the messages of other tabs. */
  #nextTurn() {
    return Math.max(Date.now(), (inSendOrder(this.#dependencies.storage).at(-1)?.turn ?? 0) + 1)
  }

  #refresh() {
    const before = this.get()
    const outgoing = inSendOrder(this.#dependencies.storage)
    const ids = new Set(outgoing.map(({ clientId }) => clientId))
    const departed = before.outgoing.filter((one) => !ids.has(one.clientId) && isPending(one))
    const waiting = new Set(outgoing.filter(isPending).map((one) => one.conversationId))
    this.#state.set({
      outgoing,
      landed: [...before.landed, ...departed],
      heldUp: new Map([...before.heldUp].filter(([conversationId]) => waiting.has(conversationId))),
    })
    for (const one of departed)
      void this.#dependencies.untilShown(one).finally(() => this.#forget(one))
    this.#sendAll()
  }

  #forget(departed: OutgoingMessage) {
    const { landed, ...state } = this.get()
    this.#state.set({ ...state, landed: landed.filter((one) => one !== departed) })
  }

  #sendAll() {
    for (const { conversationId } of this.get().outgoing) {
      const queue = this.#sendQueues.get(conversationId) ?? this.#createSendQueue(conversationId)
      this.#sendQueues.set(conversationId, queue)
      void queue.run()
    }
  }

  #createSendQueue(conversationId: string) {
    return new SendQueue({
      hasNext: () => this.#isStarted && this.#nextIn(conversationId) !== undefined,
      sendNext: async () => {
        let isAnswered = true
        await this.#dependencies.withConversationLock(conversationId, async () => {
          isAnswered = await this.#sendNext(conversationId)
        })
        return isAnswered
      },
    })
  }

  #nextIn(conversationId: string) {
    return inSendOrder(this.#dependencies.storage).find(
      (one) => one.conversationId === conversationId && isPending(one),
    )
  }

  /** Sends the first message that is still pending. Returns false if the message has to be retried. */
  async #sendNext(conversationId: string) {
    const next = this.#nextIn(conversationId)
    if (!next || !this.#isStarted) return true
    const result = await this.#dependencies.send(next)
    if (result.kind === 'later') {
      this.#setHeldUp(conversationId, result.reason)
      return false
    }
    if (result.kind === 'sent') {
      this.#dependencies.onSent(next, result.message)
      this.#dependencies.storage.remove(next.clientId)
    } else if (this.#find(next.clientId)) {
      // Do not store the message again if signing out during the request has removed it.
      this.#dependencies.storage.put({ ...next, refusal: result.reason })
    }
    this.#setHeldUp(conversationId, undefined)
    this.#refresh()
    return true
  }

  #setHeldUp(conversationId: string, reason: string | undefined) {
    const { heldUp, ...state } = this.get()
    if (heldUp.get(conversationId) === reason) return
    const others = [...heldUp].filter(([other]) => other !== conversationId)
    const own: [string, string][] = reason === undefined ? [] : [[conversationId, reason]]
    this.#state.set({ ...state, heldUp: new Map([...others, ...own]) })
  }
}

function isPending({ refusal }: OutgoingMessage) {
  return refusal === undefined
}

function inSendOrder(storage: OutboxStorage) {
  return storage
    .all()
    .toSorted((one, other) => one.turn - other.turn || one.clientId.localeCompare(other.clientId))
}
