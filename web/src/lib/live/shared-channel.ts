import type { RealtimeChannel } from '@supabase/supabase-js'
import { supabase } from '../supabase.ts'
import { listen, type Subject, type Subscriber } from './subjects.ts'

/**
 * A channel stays open for this time after its last subscriber has left, because the next page often subscribes to the
 * same subject.
 */
const closeDelayMs = 3000
const retryDelayMs = 2000

let opened = 0

/** One realtime channel that all subscribers of a subject share. It closes soon after the last subscriber has left. */
export class SharedChannel {
  readonly subscribers = new Set<Subscriber>()
  isJoined = false
  /** Whether the first attempt to join is still pending. */
  isPending = true
  readonly #subject: Subject
  readonly #onStatusChange: () => void
  #channel: RealtimeChannel | undefined
  #opening: Promise<void> | undefined
  #closeTimer: ReturnType<typeof setTimeout> | undefined

  /** @param onStatusChange  Called after the channel has joined, failed or closed. */
  constructor(subject: Subject, onStatusChange: () => void) {
    this.#subject = subject
    this.#onStatusChange = onStatusChange
  }

  add(subscriber: Subscriber) {
    clearTimeout(this.#closeTimer)
    this.subscribers.add(subscriber)
    this.ensureOpen()
  }

  remove(subscriber: Subscriber) {
    this.subscribers.delete(subscriber)
    if (this.subscribers.size > 0) return
    clearTimeout(this.#closeTimer)
    this.#closeTimer = setTimeout(() => void this.#close(), closeDelayMs)
  }

  notifyGap() {
    for (const subscriber of this.subscribers) subscriber.onGap()
  }

  ensureOpen() {
    if (this.#channel || this.subscribers.size === 0) return
    this.#opening ??= this.#open()
      // Ignore the error, because the connection status already shows the failure.
      .catch(() => {
        this.#settle()
        this.#retryLater()
      })
      .finally(() => {
        this.#opening = undefined
      })
  }

  send(event: string, payload: Record<string, unknown>) {
    if (this.isJoined) void this.#channel?.send({ type: 'broadcast', event, payload })
  }

  /** Forgets the channel when the session is over. Remaining subscribers get no more events. */
  reset() {
    clearTimeout(this.#closeTimer)
    this.subscribers.clear()
    this.#channel = undefined
    this.isJoined = false
  }

  async #open() {
    const client = await supabase()
    // Set the token first, because a join without a token would be anonymous.
    await client.realtime.setAuth()
    if (this.subscribers.size === 0) return
    const channel = client.channel(this.#name(), { config: { private: 'topic' in this.#subject } })
    this.#channel = channel
    listen(channel, this.#subject, this.subscribers)
    channel.subscribe((status) => this.#onStatus(channel, status))
  }

  #onStatus(channel: RealtimeChannel, status: string) {
    if (channel !== this.#channel) return
    this.isJoined = status === 'SUBSCRIBED'
    this.isPending = false
    if (this.isJoined) this.notifyGap()
    if (status === 'CLOSED') {
      this.#channel = undefined
      this.#retryLater()
    }
    this.#onStatusChange()
  }

  #settle() {
    this.isPending = false
    this.#onStatusChange()
  }

  #retryLater() {
    setTimeout(() => this.ensureOpen(), retryDelayMs)
  }

  async #close() {
    await this.#opening
    const channel = this.#channel
    if (this.subscribers.size > 0) return
    this.#channel = undefined
    this.isJoined = false
    this.#onStatusChange()
    if (!channel) return
    // A new subscriber to the same topic has to wait until the client has left the old channel.
    const { realtime } = await supabase()
    this.#opening = realtime.removeChannel(channel).then(() => undefined)
    await this.#opening
    this.#opening = undefined
    this.ensureOpen()
  }

  /** Returns the topic, or a unique name for a channel of a table. */
  #name() {
    if ('topic' in this.#subject) return this.#subject.topic
    opened += 1
    return `${this.#subject.table} ${opened}`
  }
}
