// What a join wants to hear of changes, made into subscriptions: each on a table that is watched and that its person
// may read.
import type { Pool } from '../../postgres/database.ts'
import type { Channel } from '../channels/channel.ts'
import type { WantedBinding } from '../channels/read-join.ts'
import { cannotSubscribe } from '../refused.ts'
import { readConditions } from './conditions.ts'
import { mayReadKey } from './readers.ts'
import type { Subscription } from './subscriptions.ts'
import { nameOf, type Readable, type WatchedTable, type WatchedTables } from './tables.ts'

interface Means {
  pool: Pool
  tables: WatchedTables
  role: string
}

/** By table; they still lack their channel. */
export type Bound = Map<string, Omit<Subscription, 'channel'>[]>

export async function readBindings(
  bindings: readonly WantedBinding[],
  means: Means,
): Promise<Bound> {
  const all = await Promise.all(bindings.map((binding, at) => bind(binding, at + 1, means)))
  const byTable = Map.groupBy(all.flat(), ({ table }) => table)
  return new Map([...byTable].map(([table, some]) => [table, some.map(({ bound }) => bound)]))
}

async function bind(
  { event, schema, table, filter, select }: WantedBinding,
  id: number,
  { pool, tables, role }: Means,
) {
  const found = tablesFor(schema ?? 'public', table ?? '*', tables, role)
  return Promise.all(
    found.map(async ([one, readable]) => {
      const written = filter ?? ''
      const conditions = await readConditions(pool, one, readable, written)
      const columns = select ?? undefined
      const unknown = columns?.find(
        (name) => !readable.columns.some((column) => column.name === name),
      )
      if (unknown !== undefined) throw cannotSubscribe(`there is no column "${unknown}" to select`)
      return { table: nameOf(one), bound: { id, event, filter: written, conditions, columns } }
    }),
  )
}

/** A table that may not be read and one that is not watched get the same answer. */
function tablesFor(schema: string, table: string, tables: WatchedTables, role: string) {
  const found = [...tables.values()].flatMap((one): [WatchedTable, Readable][] => {
    const isMeant =
      (schema === '*' || one.schema === schema) && (table === '*' || one.name === table)
    const readable = one.readable.get(role)
    return isMeant && readable && mayReadKey(one, readable) ? [[one, readable]] : []
  })
  if (found.length === 0) {
    throw cannotSubscribe(`there are no changes of "${schema}.${table}" for you to follow`)
  }
  return found
}

export function subscriptionsOf(channel: Channel, bound: Bound): Map<string, Subscription[]> {
  return new Map(
    [...bound].map(([table, some]) => [table, some.map((one) => ({ ...one, channel }))]),
  )
}
