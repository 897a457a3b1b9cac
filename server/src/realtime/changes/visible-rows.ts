// Finds the rows that users can see right now, by queries with the claims of each user.
import type { Log } from '../../log.ts'
import { isConnectionLost } from '../../postgres/error-code.ts'
import { DatabaseRefusal } from '../../postgres/pool/errors.ts'
import type { RequestPool, Row, Statement } from '../../postgres/pool/request-pool.ts'
import type { PendingDelivery, Recipient } from './plan-delivery.ts'
import { becomeRole, claimsArray, userIdsArray } from './query-as-users.ts'
import { visibilityQuery } from './visibility-functions.ts'
import { rowIdOf, type WatchedTable } from './watched-tables.ts'

export interface VisibleRow {
  /** The row's xmin, which changes with each update. A role that may read only some columns cannot read xmin. */
  version: string | undefined
  /** The readable columns as JSON, or undefined if the caller did not request the content. */
  content: string | undefined
}

/** Visible rows by recipient and row id. */
export type VisibleRows = Map<Recipient, Map<string, VisibleRow>>

/** A query of one table, with the keys of each recipient as JSON. */
interface TableQuery {
  table: WatchedTable
  role: string
  recipients: { recipient: Recipient; keys: string[] }[]
}

export class VisibilityChecker {
  readonly #requests: RequestPool
  readonly #log: Log

  constructor(requests: RequestPool, log: Log) {
    this.#requests = requests
    this.#log = log
  }

  /** Finds the visible rows. All recipients must have the same role. Throws if the database cannot be reached. */
  async findVisibleRows(
    recipients: readonly Recipient[],
    isIncluded: (delivery: PendingDelivery, recipient: Recipient) => boolean,
    withContent: boolean,
  ): Promise<VisibleRows> {
    const visibleRows: VisibleRows = new Map()
    await this.#query(tableQueriesOf(recipients, isIncluded), withContent, visibleRows)
    return visibleRows
  }

  async #query(queries: readonly TableQuery[], withContent: boolean, visibleRows: VisibleRows) {
    const [first] = queries
    if (!first) return
    const statements = queries.map((query) => statementFor(query, withContent))
    try {
      const { role } = first
      const [, ...results] = await this.#requests.batch(role, [becomeRole(role), ...statements], {
        priority: 'urgent',
      })
      queries.forEach((query, at) => addVisibleRows(query, results[at] ?? [], visibleRows))
    } catch (error) {
      if (!(error instanceof DatabaseRefusal) || isConnectionLost(error)) throw error
      await this.#queryOneByOne(queries, withContent, visibleRows, error)
    }
  }

  /** Runs the queries of each recipient separately, so that a failing policy hides only the recipient's own rows. */
  async #queryOneByOne(
    queries: readonly TableQuery[],
    withContent: boolean,
    visibleRows: VisibleRows,
    { code, message }: DatabaseRefusal,
  ) {
    const single = queries.flatMap(({ recipients, ...query }) =>
      recipients.map((one) => ({ ...query, recipients: [one] })),
    )
    if (single.length > 1) {
      for (const one of single) await this.#query([one], withContent, visibleRows)
      return
    }
    this.#log.warn({ code }, `The visibility of a change could not be checked: ${message}`)
  }
}

function tableQueriesOf(
  recipients: readonly Recipient[],
  isIncluded: (delivery: PendingDelivery, recipient: Recipient) => boolean,
): TableQuery[] {
  const byTable = new Map<WatchedTable, TableQuery>()
  for (const recipient of recipients) {
    for (const [table, keys] of keysOf(recipient, isIncluded)) {
      const query = byTable.get(table) ?? { table, role: recipient.identity.role, recipients: [] }
      query.recipients.push({ recipient, keys: [...keys] })
      byTable.set(table, query)
    }
  }
  return [...byTable.values()]
}

function keysOf(
  recipient: Recipient,
  isIncluded: (delivery: PendingDelivery, recipient: Recipient) => boolean,
) {
  const byTable = new Map<WatchedTable, Set<string>>()
  for (const delivery of recipient.pending) {
    if (!isIncluded(delivery, recipient)) continue
    const { table, rowKey } = delivery.planned
    byTable.set(table, (byTable.get(table) ?? new Set()).add(rowKey))
  }
  return byTable
}

function statementFor({ table, role, recipients }: TableQuery, withContent: boolean): Statement {
  const identities = recipients.map(({ recipient }) => recipient.identity)
  const keys = new Map<string, string[]>()
  const keysOfAll = recipients.map(({ keys: own }) => {
    const keyList = own.join('\n')
    const columns =
      keys.get(keyList) ?? table.key.map((_, at) => quoted(arrayOf(valuesAt(own, at))))
    keys.set(keyList, columns)
    return columns
  })
  return {
    text: visibilityQuery(table, role),
    values: [
      claimsArray(identities),
      userIdsArray(identities),
      String(withContent),
      ...table.key.map((_, at) => `{${keysOfAll.map((own) => own[at]).join(',')}}`),
    ],
  }
}

function valuesAt(keys: readonly string[], at: number) {
  return keys.map((text) => {
    const key: unknown = JSON.parse(text)
    return String(Array.isArray(key) ? key[at] : key)
  })
}

/** Writes a PostgreSQL array literal. */
function arrayOf(values: readonly string[]) {
  return `{${values.map(quoted).join(',')}}`
}

function quoted(value: string) {
  return `"${value.replaceAll(/["\\]/gu, String.raw`\$&`)}"`
}

function addVisibleRows({ table, recipients }: TableQuery, rows: Row[], visibleRows: VisibleRows) {
  for (const [key, version, content, positions] of rows) {
    if (!key || !positions) continue
    // Parsing and serializing the key removes the spaces that PostgreSQL writes in jsonb.
    const rowId = rowIdOf(table, JSON.stringify(JSON.parse(key.toString())))
    const row = { version: version?.toString(), content: content?.toString() }
    for (const position of positions.toString().split(',')) {
      const recipient = recipients[Number(position) - 1]?.recipient
      if (!recipient) continue
      const rowsOfRecipient = visibleRows.get(recipient) ?? new Map<string, VisibleRow>()
      visibleRows.set(recipient, rowsOfRecipient.set(rowId, row))
    }
  }
}
