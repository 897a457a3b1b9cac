// Takes changes to those who want them and see them: to each in order, and to some before others are asked about.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from '../../database/changes/follow-changes.ts'
import { isConnectionLost } from '../../database/error-code.ts'
import type { RequestPool } from '../../database/requests/request-pool.ts'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { type Entry, isWaitedFor, Letters, type SeenBy } from './letters.ts'
import { planDelivery, type Planned } from './plan-delivery.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { WatchedTables } from './tables.ts'
import { keyOf, placeIn, type Question, Visibility } from './visibility.ts'

interface Parts {
  requests: RequestPool
  log: Log
  tables: () => WatchedTables
  subscriptions: Subscriptions
}

/** One of those who wait, with all that they may get, in order. */
interface Person {
  role: string
  claims: string
  entries: Entry[]
}

/** Persons in one round trip. */
const mostAtOnce = 25
/** Of the connections that requests share; the other ones stay theirs. */
const lanes = 3
const pauseAfterFailure = 250

export class Delivery {
  readonly #tables: () => WatchedTables
  readonly #subscriptions: Subscriptions
  readonly #visibility: Visibility
  readonly #log: Log

  constructor({ requests, log, tables, subscriptions }: Parts) {
    this.#tables = tables
    this.#subscriptions = subscriptions
    this.#visibility = new Visibility(requests, log)
    this.#log = log
  }

  /** Cut off: the same transaction may have changed these rows again. */
  async deliver(changes: readonly Change[], isCutOff: boolean) {
    const tables = this.#tables()
    const planned = changes.flatMap(
      (change) => planDelivery(change, tables, this.#subscriptions) ?? [],
    )
    const latest = isCutOff ? new Map<string, Change>() : latestOf(changes, tables)
    const letters = new Letters()
    const parts = partsOf(planned)
    const work = async () => {
      for (let part = parts.shift(); part; part = parts.shift()) {
        const seenBy = await this.#look(part, latest)
        // At once: nobody waits for whoever is asked about later.
        for (const { entries } of part) letters.send(entries, seenBy)
      }
    }
    await Promise.all(Array.from({ length: lanes }, work))
  }

  /** What these persons see now; while the database is away it is waited for. */
  async #look(part: readonly Person[], latest: ReadonlyMap<string, Change>): Promise<SeenBy> {
    while (part.some(({ entries }) => entries.some(isWaitedFor))) {
      try {
        return await this.#lookOnce(part, latest)
      } catch (error) {
        const level = isConnectionLost(error) ? 'debug' : 'warn'
        this.#log[level](`Who sees a change is asked again: ${messageOf(error)}`)
        await sleep(pauseAfterFailure)
      }
    }
    return () => undefined
  }

  async #lookOnce(part: readonly Person[], latest: ReadonlyMap<string, Change>): Promise<SeenBy> {
    const sight = await this.#visibility.see(questionsOf(part, isInDoubt), false)
    const isOutdated = (entry: Entry) => {
      const { one } = entry
      const seen = sight.get(placeOf(entry))
      const isIt = seen?.xmin === one.change.xmin && latest.get(rowOf(one)) === one.change
      return seen !== undefined && !isIt
    }
    // What the change says of the row is not what this person would read now: then he gets what he would read.
    const present = await this.#visibility.see(questionsOf(part, isOutdated), true)
    return (entry) => (isOutdated(entry) ? present : sight).get(placeOf(entry))
  }
}

/** Of one role each: the plans of a connection are kept by it. */
function partsOf(planned: readonly Planned[]): Person[][] {
  const persons = new Map<string, Person>()
  for (const one of planned) {
    for (const candidate of one.candidates) {
      const { role, claims } = candidate.identity
      const person = persons.get(`${role}\n${claims}`) ?? { role, claims, entries: [] }
      person.entries.push({ one, candidate })
      persons.set(`${role}\n${claims}`, person)
    }
  }
  const byRole = Map.groupBy(persons.values(), ({ role }) => role)
  return [...byRole.values()].flatMap((some) =>
    Array.from({ length: Math.ceil(some.length / mostAtOnce) }, (_, at) =>
      some.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
    ),
  )
}

function isInDoubt({ one }: Entry) {
  return one.change.kind !== 'DELETE'
}

function placeOf({ one: { table, key }, candidate: { identity } }: Entry) {
  return placeIn(table, identity.role, identity.claims, key)
}

/** By row: one transaction may change it several times. */
function latestOf(changes: readonly Change[], tables: WatchedTables) {
  return new Map(
    changes.flatMap((change): [string, Change][] => {
      const table = tables.get(`${change.schema}.${change.table}`)
      const row = change.newRow ?? change.oldRow
      return table && row ? [[rowOf({ table, key: keyOf(table, row) }), change]] : []
    }),
  )
}

function rowOf({ table, key }: Pick<Planned, 'table' | 'key'>) {
  return `${table.schema}.${table.name}\n${key}`
}

/** One for each person and table, whatever they want to know of it. */
function questionsOf(part: readonly Person[], isAsked: (entry: Entry) => boolean): Question[] {
  return part.flatMap(({ role, claims, entries }) => {
    const byTable = Map.groupBy(entries.filter(isAsked), ({ one }) => one.table)
    return [...byTable].map(([table, some]) => {
      const keys = new Set(some.map(({ one }) => one.key))
      return { table, role, claims, keys }
    })
  })
}
