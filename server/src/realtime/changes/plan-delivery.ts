// Cheap filters first: who might get a change, and for whom it has to be asked whether they see its row.
import type { Change } from '../../postgres/change-feed/follow-changes.ts'
import type { Identity } from '../../http/identity.ts'
import type { Condition } from './conditions.ts'
import type { Subscription, Subscriptions } from './subscriptions.ts'
import { keyOf, rowOf, type WatchedTable, type WatchedTables } from './tables.ts'

export interface Candidate {
  subscription: Subscription
  /** Who it was when the change was looked at. */
  identity: Identity
  /** Undefined: what it gets if it sees the row is nothing. */
  ifSeen: 'INSERT' | 'UPDATE' | undefined
  /** Undefined: what it gets if it does not see the row is nothing. */
  ifHidden: 'DELETE' | undefined
}

export interface Planned {
  change: Change
  table: WatchedTable
  key: string
  /** Which row it is, among those of all tables. */
  row: string
  candidates: Candidate[]
}

export function planDelivery(
  change: Change,
  tables: WatchedTables,
  subscriptions: Subscriptions,
): Planned | undefined {
  const name = `${change.schema}.${change.table}`
  const table = tables.get(name)
  const row = change.newRow ?? change.oldRow
  if (!table || !row) return undefined
  const mayHide = change.kind === 'UPDATE' && touchesSight(change, table)
  const verdicts = new Map<string, Verdict>()
  const candidates = [...subscriptions.to(name)].flatMap((subscription) => {
    const verdict = verdicts.get(subscription.filter) ?? verdictOn(row, subscription.conditions)
    verdicts.set(subscription.filter, verdict)
    const outcome = outcomeFor(subscription, change.kind, verdict, mayHide)
    if (!outcome.ifSeen && !outcome.ifHidden) return []
    return [{ subscription, identity: subscription.channel.identity, ...outcome }]
  })
  if (candidates.length === 0) return undefined
  const key = keyOf(table, row)
  return { change, table, key, row: rowOf(table, key), candidates }
}

/** What a filter says of a row: for all who have the same. */
interface Verdict {
  fits: boolean
  fitsKey: boolean
}

function verdictOn(row: Record<string, unknown>, conditions: readonly Condition[]): Verdict {
  // Of a row that is gone any other condition would tell something that the person may never have seen.
  const fitsKey = conditions.every(({ isKey, matches }) => !isKey || matches(row))
  return { fitsKey, fits: fitsKey && conditions.every(({ matches }) => matches(row)) }
}

type Outcome = Pick<Candidate, 'ifSeen' | 'ifHidden'>

function outcomeFor(
  { event }: Subscription,
  kind: Change['kind'],
  { fits, fitsKey }: Verdict,
  mayHide: boolean,
): Outcome {
  const wants = (wanted: typeof kind) => event === '*' || event === wanted
  const isWanted = kind !== 'DELETE' && wants(kind) && fits
  const isGone = fitsKey && wants('DELETE') && (kind === 'DELETE' || mayHide)
  return {
    ifSeen: isWanted ? kind : undefined,
    ifHidden: isGone ? 'DELETE' : undefined,
  }
}

function touchesSight({ newRow, oldRow }: Change, { sight }: WatchedTable) {
  return [...sight].some(
    (column) => JSON.stringify(newRow?.[column]) !== JSON.stringify(oldRow?.[column]),
  )
}
