// Keeps the subscriptions to table changes for all channels of this server.
import type { Channel } from '../channels/channel.ts'
import { cannotSubscribe } from '../errors.ts'
import type { Condition } from './filter-conditions.ts'

export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE'

export interface Subscription {
  channel: Channel
  /** The client uses this id to find the callback for the subscription. */
  id: number
  event: ChangeKind | '*'
  /** The text of the filter. Equal filters are evaluated once. */
  filter: string
  conditions: readonly Condition[]
  /** The requested columns, or undefined for all readable columns. */
  columns: readonly string[] | undefined
}

/** Subscriptions by the names of their tables. */
type ByTable = ReadonlyMap<string, readonly unknown[]>

/** The owner of a subscription quota: the id of the user, or the connection of an anonymous user. */
type Owner = string | Channel['sink']

interface ChannelSubscriptions {
  owner: Owner
  byTable: ReadonlyMap<string, Subscription[]>
}

export class Subscriptions {
  readonly #byTable = new Map<string, Set<Subscription>>()
  readonly #byChannel = new Map<Channel, ChannelSubscriptions>()
  readonly #counts = new Map<Owner, number>()

  get isEmpty() {
    return this.#byTable.size === 0
  }

  get count() {
    return this.#byTable.values().reduce((sum, { size }) => sum + size, 0)
  }

  /** @param previous  The channel that the new channel replaces. */
  refuseTooMany(channel: Channel, byTable: ByTable, previous: Channel | undefined, max = Infinity) {
    if (byTable.size === 0 || channel.identity.role === 'service_role') return
    const owner = ownerOf(channel)
    const existing = previous && this.#byChannel.get(previous)
    const freed = existing?.owner === owner ? countIn(existing.byTable) : 0
    if ((this.#counts.get(owner) ?? 0) - freed + countIn(byTable) <= max) return
    throw cannotSubscribe(`a user can have at most ${max} subscriptions`)
  }

  add(channel: Channel, byTable: ReadonlyMap<string, Subscription[]>) {
    const owner = ownerOf(channel)
    this.#byChannel.set(channel, { owner, byTable })
    this.#changeCount(owner, countIn(byTable))
    for (const [table, subscriptions] of byTable) {
      const all = this.#byTable.get(table) ?? new Set()
      for (const subscription of subscriptions) all.add(subscription)
      this.#byTable.set(table, all)
    }
  }

  remove(channel: Channel) {
    const existing = this.#byChannel.get(channel)
    if (!existing) return
    this.#byChannel.delete(channel)
    this.#changeCount(existing.owner, -countIn(existing.byTable))
    for (const [table, subscriptions] of existing.byTable) {
      const all = this.#byTable.get(table)
      for (const subscription of subscriptions) all?.delete(subscription)
      if (all?.size === 0) this.#byTable.delete(table)
    }
  }

  forTable(table: string): Iterable<Subscription> {
    return this.#byTable.get(table) ?? []
  }

  #changeCount(owner: Owner, count: number) {
    const total = (this.#counts.get(owner) ?? 0) + count
    if (total > 0) this.#counts.set(owner, total)
    else this.#counts.delete(owner)
  }
}

function ownerOf({ identity: { sub }, sink }: Channel): Owner {
  return sub ?? sink
}

function countIn(byTable: ByTable) {
  return byTable.values().reduce((sum, { length }) => sum + length, 0)
}
