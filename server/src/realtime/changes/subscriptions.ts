// Who wants to hear of which changes.
import type { Channel } from '../channels/channel.ts'
import type { Condition } from './conditions.ts'

export type Kind = 'INSERT' | 'UPDATE' | 'DELETE'

export interface Subscription {
  channel: Channel
  /** By which the client knows its callback. */
  id: number
  event: Kind | '*'
  conditions: readonly Condition[]
  /** The columns it asked for; undefined: all that it may read. */
  columns: readonly string[] | undefined
}

export class Subscriptions {
  readonly #byTable = new Map<string, Set<Subscription>>()
  readonly #ofChannel = new Map<Channel, Map<string, Subscription[]>>()

  get isEmpty() {
    return this.#byTable.size === 0
  }

  get count() {
    return this.#byTable.values().reduce((sum, { size }) => sum + size, 0)
  }

  /** By the names of their tables. */
  add(channel: Channel, wanted: ReadonlyMap<string, Subscription[]>) {
    this.#ofChannel.set(channel, new Map(wanted))
    for (const [table, some] of wanted) {
      const all = this.#byTable.get(table) ?? new Set()
      for (const one of some) all.add(one)
      this.#byTable.set(table, all)
    }
  }

  remove(channel: Channel) {
    for (const [table, some] of this.#ofChannel.get(channel) ?? []) {
      const all = this.#byTable.get(table)
      for (const one of some) all?.delete(one)
      if (all?.size === 0) this.#byTable.delete(table)
    }
    this.#ofChannel.delete(channel)
  }

  to(table: string): Iterable<Subscription> {
    return this.#byTable.get(table) ?? []
  }
}
