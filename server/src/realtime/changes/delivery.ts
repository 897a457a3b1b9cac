// Takes changes to those who want them and see them: to each in order, and to some before others are asked about.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from '../../postgres/change-feed/follow-changes.ts'
import { isConnectionLost } from '../../postgres/error-code.ts'
import { NoConnection, type RequestPool } from '../../postgres/pool/request-pool.ts'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { Letters } from './letters.ts'
import { type Entry, isWaitedFor, partsOf, type Person } from './people.ts'
import { planDelivery, type Planned } from './plan-delivery.ts'
import type { Subscriptions } from './subscriptions.ts'
import { keyOf, rowOf, type WatchedTables } from './tables.ts'
import { type Seen, Visibility } from './visibility.ts'

interface Parts {
  requests: RequestPool
  log: Log
  tables: () => WatchedTables
  subscriptions: Subscriptions
}

/** What a person sees of the row that changed; undefined: nothing. */
type Look = (person: Person, one: Planned) => Seen | undefined

/** People in one round trip. */
const mostAtOnce = 50
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
    const parts = partsOf(planned, mostAtOnce)
    const work = async () => {
      for (let part = parts.shift(); part; part = parts.shift()) {
        const seenBy = await this.#look(part, latest)
        // At once: nobody waits for whoever is asked about later.
        for (const person of part) letters.send(person, (one) => seenBy(person, one))
      }
    }
    await Promise.all(Array.from({ length: lanes }, work))
  }

  /** What these people see now; while the database is away it is waited for. What else fails shows them nothing. */
  async #look(part: readonly Person[], latest: ReadonlyMap<string, Change>): Promise<Look> {
    while (part.some(({ entries }) => entries.some(isWaitedFor))) {
      try {
        return await this.#lookOnce(part, latest)
      } catch (error) {
        if (!(isConnectionLost(error) || error instanceof NoConnection)) {
          this.#log.error({ err: error }, 'Who sees a change could not be found out.')
          break
        }
        this.#log.debug(`Who sees a change is asked again: ${messageOf(error)}`)
        await sleep(pauseAfterFailure)
      }
    }
    return () => undefined
  }

  async #lookOnce(part: readonly Person[], latest: ReadonlyMap<string, Change>): Promise<Look> {
    const sight = await this.#visibility.see(part, isInDoubt, false)
    const isOutdated = (person: Person, { row, change }: Planned) => {
      const seen = sight.get(person)?.get(row)
      const isIt = seen?.version === change.xmin && latest.get(row) === change
      return seen !== undefined && !isIt
    }
    // What the change says of the row is not what this person would read now: then he gets what he would read.
    const present = await this.#visibility.see(
      part,
      ({ one }, person) => isOutdated(person, one),
      true,
    )
    return (person, one) => (isOutdated(person, one) ? present : sight).get(person)?.get(one.row)
  }
}

function isInDoubt({ one }: Entry) {
  return one.change.kind !== 'DELETE'
}

/** By row: one transaction may change it several times. */
function latestOf(changes: readonly Change[], tables: WatchedTables) {
  return new Map(
    changes.flatMap((change): [string, Change][] => {
      const table = tables.get(`${change.schema}.${change.table}`)
      const row = change.newRow ?? change.oldRow
      return table && row ? [[rowOf(table, keyOf(table, row)), change]] : []
    }),
  )
}
