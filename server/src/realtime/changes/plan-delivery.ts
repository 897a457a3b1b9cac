// Finds the subscriptions that may receive a change by their filters, without a query.
import type { Identity } from '../../http/identity.ts'
import type { Change } from '../../postgres/change-feed/follow-changes.ts'
import type { Condition } from './filter-conditions.ts'
import type { Subscription, Subscriptions } from './subscriptions.ts'
import { rowIdOf, rowKeyOf, type WatchedTable, type WatchedTables } from './watched-tables.ts'

interface Candidate {
  subscription: Subscription
  /** The identity of the channel at the time of planning. */
  identity: Identity
  /** The event to send if the row is visible. */
  ifVisible: 'INSERT' | 'UPDATE' | undefined
  /** The event to send if the row is hidden. */
  ifHidden: 'DELETE' | undefined
}

export interface PlannedChange {
  change: Change
  table: WatchedTable
  rowKey: string
  /** The id of the row, which is unique among all tables. */
  rowId: string
  candidates: Candidate[]
}

export function planDelivery(
  change: Change,
  tables: WatchedTables,
  subscriptions: Subscriptions,
): PlannedChange | undefined {
  const name = `${change.schema}.${change.table}`
  const table = tables.get(name)
  const row = change.newRow ?? change.oldRow
  if (!table || !row) return undefined
  const mayHide = change.kind === 'UPDATE' && mayHideRow(change, table)
  const resultByFilter = new Map<string, FilterResult>()
  const candidates = [...subscriptions.forTable(name)].flatMap((subscription) => {
    const result =
      resultByFilter.get(subscription.filter) ?? evaluateFilter(change, subscription.conditions)
    resultByFilter.set(subscription.filter, result)
    const events = eventsFor(subscription, change.kind, result, mayHide)
    if (!events.ifVisible && !events.ifHidden) return []
    return [{ subscription, identity: subscription.channel.identity, ...events }]
  })
  if (candidates.length === 0) return undefined
  const rowKey = rowKeyOf(table, row)
  return { change, table, rowKey, rowId: rowIdOf(table, rowKey), candidates }
}

/** The result of a filter, shared by subscriptions with equal filters. */
interface FilterResult {
  /** Whether the new row matches the filter. */
  matchesNew: boolean
  /** Whether the old row matches the filter. */
  matchesOld: boolean
}

function evaluateFilter(
  { newRow, oldRow, oldAudience }: Change,
  conditions: readonly Condition[],
): FilterResult {
  const matchesAll = (row: Row | null) =>
    row !== null && conditions.every(({ matches }) => matches(row))
  const row = newRow ?? oldRow
  // Without an audience, only conditions on the key count, because other conditions could reveal values of hidden rows.
  const matchesKey =
    row !== null && conditions.every(({ isKey, matches }) => !isKey || matches(row))
  return {
    matchesNew: matchesAll(newRow),
    matchesOld: oldAudience ? matchesAll(oldRow) : matchesKey,
  }
}

type Row = Record<string, unknown>

type CandidateEvents = Pick<Candidate, 'ifVisible' | 'ifHidden'>

function eventsFor(
  { event }: Subscription,
  kind: Change['kind'],
  { matchesNew, matchesOld }: FilterResult,
  mayHide: boolean,
): CandidateEvents {
  const wants = (wanted: typeof kind) => event === '*' || event === wanted
  const isWanted = kind !== 'DELETE' && wants(kind) && matchesNew
  const isGone = matchesOld && wants('DELETE') && (kind === 'DELETE' || mayHide)
  return {
    ifVisible: isWanted ? kind : undefined,
    ifHidden: isGone ? 'DELETE' : undefined,
  }
}

/** Returns whether the change may hide the row from a user who saw it before. */
function mayHideRow(
  { newRow, oldRow, newAudience, oldAudience }: Change,
  { visibilityColumns }: WatchedTable,
) {
  if (newAudience && oldAudience) return oldAudience.some((group) => !newAudience.includes(group))
  return [...visibilityColumns].some(
    (column) => JSON.stringify(newRow?.[column]) !== JSON.stringify(oldRow?.[column]),
  )
}

export interface PendingDelivery {
  planned: PlannedChange
  candidate: Candidate
}

export interface Recipient {
  /** The identity of one channel. The recipient's other channels have the same role and claims. */
  identity: Identity
  /** The deliveries, in the order of the changes. */
  pending: PendingDelivery[]
}

/** Splits recipients into batches of one role, because database connections cache query plans by role. */
export function batchRecipients(
  planned: readonly PlannedChange[],
  batchSize: number,
): Recipient[][] {
  const byRole = new Map<string, Map<string, Recipient>>()
  for (const one of planned) {
    for (const candidate of one.candidates) {
      recipientOf(candidate, byRole).pending.push({ planned: one, candidate })
    }
  }
  return [...byRole.values()].flatMap((recipients) => {
    const all = [...recipients.values()]
    return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, at) =>
      all.slice(at * batchSize, (at + 1) * batchSize),
    )
  })
}

function recipientOf(
  { identity }: Candidate,
  byRole: Map<string, Map<string, Recipient>>,
): Recipient {
  const { role, claims } = identity
  const recipients = byRole.get(role) ?? new Map<string, Recipient>()
  byRole.set(role, recipients)
  const recipient = recipients.get(claims) ?? { identity, pending: [] }
  recipients.set(claims, recipient)
  return recipient
}

/** Returns false if the channel has closed, or if the channel's token now has another user or role. */
export function isStillWanted({ candidate: { subscription, identity } }: PendingDelivery) {
  const { isOpen, identity: current } = subscription.channel
  return isOpen && current.sub === identity.sub && current.role === identity.role
}
