import type { RealtimeChannel } from '@supabase/supabase-js'
import { supabase } from '../supabase.ts'
import { type Subscriber, listen, type Subject } from './subjects.ts'

/** In milliseconds: a page that is left and the next one often follow the same. */
const linger = 3000
const untilAnotherTry = 2000

let opened = 0

/** One channel for all who follow the same; open while there are any, and a little longer. */
export class SharedChannel {
  readonly followers = new Set<Subscriber>()
  isJoined = false
  readonly #subject: Subject
  readonly #onNews: () => void
  #channel: RealtimeChannel | undefined
  #opening: Promise<void> | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined

  /** @param onNews  Told when it joined or lost its place, or is not needed any more. */
  constructor(subject: Subject, onNews: () => void) {
    this.#subject = subject
    this.#onNews = onNews
  }

  add(follower: Subscriber) {
    clearTimeout(this.#leaving)
    this.followers.add(follower)
    this.ensureOpen()
  }

  remove(follower: Subscriber) {
    this.followers.delete(follower)
    if (this.followers.size > 0) return
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => void this.#close(), linger)
  }

  notifyGap() {
    for (const follower of this.followers) follower.onGap()
  }

  ensureOpen() {
    if (this.#channel || this.followers.size === 0) return
    this.#opening ??= this.#open()
      // The line is missed, which is told, and tried again.
      .catch(() => this.#tryLater())
      .finally(() => {
        this.#opening = undefined
      })
  }

  send(event: string, payload: Record<string, unknown>) {
    if (this.isJoined) void this.#channel?.send({ type: 'broadcast', event, payload })
  }

  /** Its session is over; whoever still follows hears nothing more. */
  reset() {
    clearTimeout(this.#leaving)
    this.followers.clear()
    this.#channel = undefined
    this.isJoined = false
  }

  async #open() {
    const client = await supabase()
    // A join that is sent before the token is known would come from a visitor.
    await client.realtime.setAuth()
    if (this.followers.size === 0) return
    const channel = client.channel(this.#name(), { config: { private: 'topic' in this.#subject } })
    this.#channel = channel
    listen(channel, this.#subject, this.followers)
    channel.subscribe((status) => this.#hear(channel, status))
  }

  #hear(channel: RealtimeChannel, status: string) {
    if (channel !== this.#channel) return
    this.isJoined = status === 'SUBSCRIBED'
    if (this.isJoined) this.notifyGap()
    if (status === 'CLOSED') {
      this.#channel = undefined
      this.#tryLater()
    }
    this.#onNews()
  }

  #tryLater() {
    setTimeout(() => this.ensureOpen(), untilAnotherTry)
  }

  async #close() {
    await this.#opening
    const channel = this.#channel
    if (this.followers.size > 0) return
    this.#channel = undefined
    this.isJoined = false
    this.#onNews()
    if (!channel) return
    // Whoever comes back to a topic meanwhile waits until it is left.
    const { realtime } = await supabase()
    this.#opening = realtime.removeChannel(channel).then(() => undefined)
    await this.#opening
    this.#opening = undefined
    this.ensureOpen()
  }

  /** A topic has its name; other channels need one that nobody else has. */
  #name() {
    if ('topic' in this.#subject) return this.#subject.topic
    opened += 1
    return `${this.#subject.table} ${opened}`
  }
}
