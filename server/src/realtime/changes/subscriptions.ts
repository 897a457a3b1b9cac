// The subscriptions to changes on this server.
import type { Channel } from '../channels/channel.ts'
import { cannotSubscribe } from '../errors.ts'
import type { Condition } from './filter-conditions.ts'

export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE'

export interface Subscription {
  channel: Channel
  /** The client finds its callback by this id. */
  id: number
  event: ChangeKind | '*'
  /** The text of the filter. Equal filters are evaluated once. */
  filter: string
  conditions: readonly Condition[]
  /** The requested columns. Undefined means all readable columns. */
  columns: readonly string[] | undefined
}

/** Subscriptions by the names of their tables. */
type ByTable = ReadonlyMap<string, readonly unknown[]>

/** The key of the quota: a user over all connections, or an anonymous connection. */
type Owner = string | Channel['sink']

interface ChannelSubscriptions {
  owner: Owner
  wanted: ReadonlyMap<string, Subscription[]>
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

  /** @param previous  the channel that the new one replaces */
  refuseTooMany(channel: Channel, wanted: ByTable, previous: Channel | undefined, max = Infinity) {
    if (wanted.size === 0 || channel.identity.role === 'service_role') return
    const owner = ownerOf(channel)
    const followed = previous && this.#byChannel.get(previous)
    const freed = followed?.owner === owner ? countIn(followed.wanted) : 0
    if ((this.#counts.get(owner) ?? 0) - freed + countIn(wanted) <= max) return
    throw cannotSubscribe(`a person has at most ${max} subscriptions`)
  }

  add(channel: Channel, wanted: ReadonlyMap<string, Subscription[]>) {
    const owner = ownerOf(channel)
    this.#byChannel.set(channel, { owner, wanted })
    this.#changeCount(owner, countIn(wanted))
    for (const [table, some] of wanted) {
      const all = this.#byTable.get(table) ?? new Set()
      for (const one of some) all.add(one)
      this.#byTable.set(table, all)
    }
  }

  remove(channel: Channel) {
    const followed = this.#byChannel.get(channel)
    if (!followed) return
    this.#byChannel.delete(channel)
    this.#changeCount(followed.owner, -countIn(followed.wanted))
    for (const [table, some] of followed.wanted) {
      const all = this.#byTable.get(table)
      for (const one of some) all?.delete(one)
      if (all?.size === 0) this.#byTable.delete(table)
    }
  }

  forTable(table: string): Iterable<Subscription> {
    return this.#byTable.get(table) ?? []
  }

  #changeCount(owner: Owner, count: number) {
    const now = (this.#counts.get(owner) ?? 0) + count
    if (now > 0) this.#counts.set(owner, now)
    else this.#counts.delete(owner)
  }
}

function ownerOf({ identity: { sub }, sink: outlet }: Channel): Owner {
  return sub ?? outlet
}

function countIn(wanted: ByTable) {
  return wanted.values().reduce((sum, { length }) => sum + length, 0)
}
