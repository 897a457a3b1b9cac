// Turns the change bindings of a join message into subscriptions to watched tables.
import { z } from 'zod'
import type { Pool } from '../../postgres/database.ts'
import type { Channel } from '../channels/channel.ts'
import { cannotSubscribe } from '../errors.ts'
import { parseConditions } from './filter-conditions.ts'
import type { Subscription } from './subscriptions.ts'
import { canReadKey } from './visibility-functions.ts'
import {
  qualifiedName,
  type ReadableColumns,
  type WatchedTable,
  type WatchedTables,
} from './watched-tables.ts'

const maxLength = 255

export const changeBinding = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().max(maxLength).nullish(),
  table: z.string().max(maxLength).nullish(),
  filter: z.string().max(4000).nullish(),
  select: z.array(z.string().max(maxLength)).max(100).nullish(),
})

type ChangeBinding = z.infer<typeof changeBinding>

interface BindingDependencies {
  pool: Pool
  tables: WatchedTables
  role: string
}

/** Subscriptions by table name, without the channel, which does not exist yet. */
export type BoundSubscriptions = Map<string, Omit<Subscription, 'channel'>[]>

export async function bindSubscriptions(
  bindings: readonly ChangeBinding[],
  dependencies: BindingDependencies,
): Promise<BoundSubscriptions> {
  const all = await Promise.all(
    bindings.map((binding, index) => bind(binding, index + 1, dependencies)),
  )
  const byTable = Map.groupBy(all.flat(), ({ table }) => table)
  return new Map([...byTable].map(([table, some]) => [table, some.map(({ bound }) => bound)]))
}

async function bind(
  { event, schema, table, filter, select }: ChangeBinding,
  id: number,
  { pool, tables, role }: BindingDependencies,
) {
  const readableTables = tablesFor(schema ?? 'public', table ?? '*', tables, role)
  return Promise.all(
    readableTables.map(async ([watched, readable]) => {
      const filterText = filter ?? ''
      const conditions = await parseConditions(pool, watched, readable, filterText)
      const columns = select ?? undefined
      const unknown = columns?.find(
        (name) => !readable.columns.some((column) => column.name === name),
      )
      if (unknown !== undefined) throw cannotSubscribe(`there is no column "${unknown}" to select`)
      return {
        table: qualifiedName(watched),
        bound: { id, event, filter: filterText, conditions, columns },
      }
    }),
  )
}

/**
 * Returns the matching tables that the role may read. Unreadable and unwatched tables cause the same error, on purpose.
 */
function tablesFor(schema: string, table: string, tables: WatchedTables, role: string) {
  const found = [...tables.values()].flatMap((one): [WatchedTable, ReadableColumns][] => {
    const matches =
      (schema === '*' || one.schema === schema) && (table === '*' || one.name === table)
    const readable = one.readable.get(role)
    return matches && readable && canReadKey(one, readable) ? [[one, readable]] : []
  })
  if (found.length === 0) {
    throw cannotSubscribe(`you cannot follow changes of "${schema}.${table}"`)
  }
  return found
}

export function attachChannel(
  channel: Channel,
  bound: BoundSubscriptions,
): Map<string, Subscription[]> {
  return new Map(
    [...bound].map(([table, some]) => [table, some.map((one) => ({ ...one, channel }))]),
  )
}
