// Delivers changes, in order, to subscribed clients that can see the changed row.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import type { Change } from '../../postgres/change-feed/follow-changes.ts'
import type { Pool } from '../../postgres/database.ts'
import { isConnectionLost } from '../../postgres/error-code.ts'
import { NoConnectionError, type RequestPool } from '../../postgres/pool/request-pool.ts'
import { AudienceGroups } from './audience-groups.ts'
import { ChangeMessages, type RowView } from './change-messages.ts'
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
  pool: Pool
  requests: RequestPool
  log: Log
  tables: () => WatchedTables
  subscriptions: Subscriptions
}

type RowViewOf = (recipient: Recipient, planned: PlannedChange) => RowView

/** One round trip to the database checks the visible rows of this many recipients. */
const batchSize = 50
/** One delivery uses this many database connections and leaves the others to requests. */
const workerCount = 3
const retryDelayMs = 250

export class Delivery {
  readonly #tables: () => WatchedTables
  readonly #subscriptions: Subscriptions
  readonly #visibility: VisibilityChecker
  readonly #groups: AudienceGroups
  readonly #log: Log

  constructor({ pool, requests, log, tables, subscriptions }: DeliveryDependencies) {
    this.#tables = tables
    this.#subscriptions = subscriptions
    this.#visibility = new VisibilityChecker(requests, log)
    this.#groups = new AudienceGroups(pool, requests)
    this.#log = log
  }

  /** @param hasMore  True if more changes of the same transactions follow, which may change the same rows again. */
  async deliver(changes: readonly Change[], hasMore: boolean) {
    this.#groups.forgetChanged(changes)
    const tables = this.#tables()
    const planned = changes.flatMap(
      (change) => planDelivery(change, tables, this.#subscriptions) ?? [],
    )
    const latest = hasMore ? new Map<string, Change>() : latestOf(changes, tables)
    const messages = new ChangeMessages()
    const batches = batchRecipients(planned, batchSize)
    const work = async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        const viewOf = await this.#findVisible(batch, latest)
        // Send the messages of this batch now, so that its recipients do not wait for other batches.
        for (const recipient of batch) messages.sendTo(recipient, (one) => viewOf(recipient, one))
      }
    }
    await Promise.all(Array.from({ length: workerCount }, work))
  }

  /** Retries while the database is unreachable. After any other failure, all rows count as hidden. */
  async #findVisible(
    batch: readonly Recipient[],
    latest: ReadonlyMap<string, Change>,
  ): Promise<RowViewOf> {
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
    return (_recipient, planned) => ({
      row: undefined,
      wasVisible: hasAudience(planned) ? false : undefined,
    })
  }

  async #findVisibleOnce(
    batch: readonly Recipient[],
    latest: ReadonlyMap<string, Change>,
  ): Promise<RowViewOf> {
    await this.#groups.load(identitiesWithAudience(batch))
    const visible = await this.#visibility.findVisibleRows(batch, needsCheck, false)
    const isOutdated = (recipient: Recipient, { rowId, change }: PlannedChange) => {
      const row = visible.get(recipient)?.get(rowId)
      const isChangedRow = row?.version === change.xmin && latest.get(rowId) === change
      return row !== undefined && !isChangedRow
    }
    // Load the current row if it may differ from the row in the change.
    const current = await this.#visibility.findVisibleRows(
      batch,
      ({ planned }, recipient) => isOutdated(recipient, planned),
      true,
    )
    return (recipient, planned) => {
      if (hasAudience(planned)) return this.#viewByAudience(recipient, planned)
      const rows = isOutdated(recipient, planned) ? current : visible
      return { row: rows.get(recipient)?.get(planned.rowId), wasVisible: undefined }
    }
  }

  #viewByAudience({ identity }: Recipient, { change }: PlannedChange): RowView {
    const { newAudience, oldAudience } = change
    const isVisible = newAudience !== null && this.#groups.isIn(identity, newAudience)
    return {
      row: isVisible ? changedRow : undefined,
      wasVisible: oldAudience !== null && this.#groups.isIn(identity, oldAudience),
    }
  }
}

/** Means that the recipient sees the row exactly as the change contains it. */
const changedRow: VisibleRow = { version: undefined, content: undefined }

function needsCheck({ planned }: PendingDelivery) {
  return planned.change.kind !== 'DELETE' && !hasAudience(planned)
}

function hasAudience({ change: { newAudience, oldAudience } }: PlannedChange) {
  return newAudience !== null || oldAudience !== null
}

function identitiesWithAudience(batch: readonly Recipient[]) {
  return batch.flatMap(({ identity, pending }) =>
    pending.some(({ planned }) => hasAudience(planned)) ? [identity] : [],
  )
}

/** Maps each row to its latest change, because one transaction can change a row several times. */
function latestOf(changes: readonly Change[], tables: WatchedTables) {
  return new Map(
    changes.flatMap((change): [string, Change][] => {
      const table = tables.get(`${change.schema}.${change.table}`)
      const row = change.newRow ?? change.oldRow
      return table && row ? [[rowIdOf(table, rowKeyOf(table, row)), change]] : []
    }),
  )
}
