// Who wants to hear of which changes.
import type { Channel } from '../channels/channel.ts'
import { cannotSubscribe } from '../refused.ts'
import type { Condition } from './conditions.ts'

export type Kind = 'INSERT' | 'UPDATE' | 'DELETE'

export interface Subscription {
  channel: Channel
  /** By which the client knows its callback. */
  id: number
  event: Kind | '*'
  /** As it was written: those that are alike are looked at once. */
  filter: string
  conditions: readonly Condition[]
  /** The columns it asked for; undefined: all that it may read. */
  columns: readonly string[] | undefined
}

/** By the names of their tables. */
type Wanted = ReadonlyMap<string, readonly unknown[]>

/** A person, over all their sockets; who is nobody, with this one. */
type Owner = string | Channel['outlet']

interface Followed {
  owner: Owner
  wanted: ReadonlyMap<string, Subscription[]>
}

export class Subscriptions {
  readonly #byTable = new Map<string, Set<Subscription>>()
  readonly #ofChannel = new Map<Channel, Followed>()
  readonly #counts = new Map<Owner, number>()

  get isEmpty() {
    return this.#byTable.size === 0
  }

  get count() {
    return this.#byTable.values().reduce((sum, { size }) => sum + size, 0)
  }

  /** A channel may have taken the place of another one. */
  refuseTooMany(channel: Channel, wanted: Wanted, before: Channel | undefined, most = Infinity) {
    if (wanted.size === 0 || channel.identity.role === 'service_role') return
    const owner = ownerOf(channel)
    const followed = before && this.#ofChannel.get(before)
    const freed = followed?.owner === owner ? countIn(followed.wanted) : 0
    if ((this.#counts.get(owner) ?? 0) - freed + countIn(wanted) <= most) return
    throw cannotSubscribe(`a person has at most ${most} subscriptions`)
  }

  add(channel: Channel, wanted: ReadonlyMap<string, Subscription[]>) {
    const owner = ownerOf(channel)
    this.#ofChannel.set(channel, { owner, wanted })
    this.#addTo(owner, countIn(wanted))
    for (const [table, some] of wanted) {
      const all = this.#byTable.get(table) ?? new Set()
      for (const one of some) all.add(one)
      this.#byTable.set(table, all)
    }
  }

  remove(channel: Channel) {
    const followed = this.#ofChannel.get(channel)
    if (!followed) return
    this.#ofChannel.delete(channel)
    this.#addTo(followed.owner, -countIn(followed.wanted))
    for (const [table, some] of followed.wanted) {
      const all = this.#byTable.get(table)
      for (const one of some) all?.delete(one)
      if (all?.size === 0) this.#byTable.delete(table)
    }
  }

  to(table: string): Iterable<Subscription> {
    return this.#byTable.get(table) ?? []
  }

  #addTo(owner: Owner, count: number) {
    const now = (this.#counts.get(owner) ?? 0) + count
    if (now > 0) this.#counts.set(owner, now)
    else this.#counts.delete(owner)
  }
}

function ownerOf({ identity: { sub }, outlet }: Channel): Owner {
  return sub ?? outlet
}

function countIn(wanted: Wanted) {
  return wanted.values().reduce((sum, { length }) => sum + length, 0)
}
