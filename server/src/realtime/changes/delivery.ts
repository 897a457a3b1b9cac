// Delivers changes to subscribed clients that can see the changed row. Each client gets its changes in order.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import type { Change } from '../../postgres/change-feed/follow-changes.ts'
import { isConnectionLost } from '../../postgres/error-code.ts'
import { NoConnectionError, type RequestPool } from '../../postgres/pool/request-pool.ts'
import { ChangeMessages } from './change-messages.ts'
import {
  batchRecipients,
  isStillWanted,
  type PendingDelivery,
  planDelivery,
  type PlannedChange,
  type Recipient,
} from './plan-delivery.ts'
import type { Subscriptions } from './subscriptions.ts'
import { VisibilityChecker, type VisibleRow } from './visible-rows.ts'
import { rowIdOf, rowKeyOf, type WatchedTables } from './watched-tables.ts'

interface DeliveryDependencies {
  requests: RequestPool
  log: Log
  tables: () => WatchedTables
  subscriptions: Subscriptions
}

/** Returns the changed row that the recipient sees, or undefined if the row is hidden. */
type VisibleRowOf = (recipient: Recipient, planned: PlannedChange) => VisibleRow | undefined

/** The number of recipients that one round trip checks. */
const batchSize = 50
/** The number of shared database connections that one delivery uses. The other connections stay free for requests. */
const workerCount = 3
const retryDelayMs = 250

export class Delivery {
  readonly #tables: () => WatchedTables
  readonly #subscriptions: Subscriptions
  readonly #visibility: VisibilityChecker
  readonly #log: Log

  constructor({ requests, log, tables, subscriptions }: DeliveryDependencies) {
    this.#tables = tables
    this.#subscriptions = subscriptions
    this.#visibility = new VisibilityChecker(requests, log)
    this.#log = log
  }

  /** @param hasMore  True if more changes of the same transactions follow. Those may change the same rows again. */
  async deliver(changes: readonly Change[], hasMore: boolean) {
    const tables = this.#tables()
    const planned = changes.flatMap(
      (change) => planDelivery(change, tables, this.#subscriptions) ?? [],
    )
    const latest = hasMore ? new Map<string, Change>() : latestOf(changes, tables)
    const messages = new ChangeMessages()
    const batches = batchRecipients(planned, batchSize)
    const work = async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        const visibleRowOf = await this.#findVisible(batch, latest)
        // Messages are sent after each batch, so that no recipient waits for other batches.
        for (const recipient of batch)
          messages.sendTo(recipient, (one) => visibleRowOf(recipient, one))
      }
    }
    await Promise.all(Array.from({ length: workerCount }, work))
  }

  /**
   * Finds the rows that the recipients see. Retries while the database is unreachable. After any other failure, all
   * rows count as hidden.
   */
  async #findVisible(
    batch: readonly Recipient[],
    latest: ReadonlyMap<string, Change>,
  ): Promise<VisibleRowOf> {
    while (batch.some(({ pending }) => pending.some(isStillWanted))) {
      try {
        return await this.#findVisibleOnce(batch, latest)
      } catch (error) {
        if (!(isConnectionLost(error) || error instanceof NoConnectionError)) {
          this.#log.error({ err: error }, 'The visibility of a change could not be checked.')
          break
        }
        this.#log.debug(`The visibility of a change is checked again: ${messageOf(error)}`)
        await sleep(retryDelayMs)
      }
    }
    return () => undefined
  }

  async #findVisibleOnce(
    batch: readonly Recipient[],
    latest: ReadonlyMap<string, Change>,
  ): Promise<VisibleRowOf> {
    const visible = await this.#visibility.findVisibleRows(batch, needsCheck, false)
    const isOutdated = (recipient: Recipient, { rowId, change }: PlannedChange) => {
      const row = visible.get(recipient)?.get(rowId)
      const isChangedRow = row?.version === change.xmin && latest.get(rowId) === change
      return row !== undefined && !isChangedRow
    }
    // Loads the current row if it may differ from the row in the change.
    const current = await this.#visibility.findVisibleRows(
      batch,
      ({ planned }, recipient) => isOutdated(recipient, planned),
      true,
    )
    return (recipient, planned) => {
      const rows = isOutdated(recipient, planned) ? current : visible
      return rows.get(recipient)?.get(planned.rowId)
    }
  }
}

function needsCheck({ planned }: PendingDelivery) {
  return planned.change.kind !== 'DELETE'
}

/** Maps each row to its last change, because one transaction can change a row several times. */
function latestOf(changes: readonly Change[], tables: WatchedTables) {
  return new Map(
    changes.flatMap((change): [string, Change][] => {
      const table = tables.get(`${change.schema}.${change.table}`)
      const row = change.newRow ?? change.oldRow
      return table && row ? [[rowIdOf(table, rowKeyOf(table, row)), change]] : []
    }),
  )
}
