// Compares the rows of a database at one moment with the rows of a copy. The databases compute counts and sums of
// hashes, so this process needs little memory even for large tables.
import { Client } from 'pg'
import { z } from 'zod'
import type { DatabaseAddress } from '../../tests/support/query-once.ts'

const tables = z.array(z.object({ name: z.string(), key: z.string() }))
const sums = z.tuple([z.object({ rows: z.coerce.number(), sum: z.coerce.bigint() })])
const keys = z.array(z.object({ key: z.string() }))
const snapshots = z.tuple([z.object({ snapshot: z.string() })])

/** Contains the number of rows and the sum of their hashes. The order of the rows does not change the sum. */
interface Sum {
  rows: number
  sum: bigint
}

interface Table extends Sum {
  name: string
  /** The columns that identify a row: the primary key, or else all columns. */
  key: string
}

/**
 * Lists the permanent tables outside of PostgreSQL's own schemas, with their key columns. Leaves out realtime.changes,
 * because a restore empties that table on purpose.
 */
const allTables = `
  select c.oid::regclass::text as name, coalesce(string_agg(format('t.%I', a.attname), ', '), 't') as key
  from pg_class c
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  left join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
  where c.relkind = 'r' and c.relpersistence = 'p' and c.oid <> 'realtime.changes'::regclass
    and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
  group by c.oid order by 1`

const keyOf = ({ key }: { key: string }) => `row(${key})::text`

/** This SQL condition is true for rows that have not changed since the snapshot. */
const unchangedCondition = 'pg_visible_in_snapshot(t.xmin::text::xid8, $1)'

export interface Missing {
  name: string
  rows: number
}

export class Snapshot {
  readonly #client: Client
  readonly #snapshot: string
  readonly #tables: Table[]

  private constructor(client: Client, snapshot: string, summedTables: Table[]) {
    this.#client = client
    this.#snapshot = snapshot
    this.#tables = summedTables
  }

  /**
   * Opens a transaction, which stays open until `close` is called. The transaction does not see later changes of the
   * database.
   */
  static async of(address: DatabaseAddress) {
    const client = new Client(address)
    // Ignore a lost connection. If a drill fails, the server ends before this connection is closed.
    client.on('error', () => undefined)
    await client.connect()
    await client.query('begin isolation level repeatable read, read only')
    const [{ snapshot }] = snapshots.parse(
      (await client.query('select pg_current_snapshot()::text as snapshot')).rows,
    )
    const summedTables: Table[] = []
    for (const table of tables.parse((await client.query(allTables)).rows)) {
      summedTables.push({ ...table, ...(await sumOf(client, table.name)) })
    }
    return new Snapshot(client, snapshot, summedTables)
  }

  get tables() {
    return this.#tables.length
  }

  get rows() {
    return this.#tables.reduce((total, { rows }) => total + rows, 0)
  }

  /**
   * Returns the tables whose rows differ in the copy. `rows` is the number of missing or extra rows, or 1 if only the
   * content of rows differs. Rows that changed after the snapshot are compared by key only.
   */
  async missingIn(address: DatabaseAddress) {
    const copy = new Client(address)
    await copy.connect()
    try {
      const missing: Missing[] = []
      for (const table of this.#tables) {
        const rows = await this.#countMissing(table, copy)
        if (rows !== 0) missing.push({ name: table.name, rows })
      }
      return missing
    } finally {
      await copy.end()
    }
  }

  close() {
    return this.#client.end()
  }

  async #countMissing(table: Table, copy: Client) {
    const copySum = await sumOf(copy, table.name, unchangedCondition, [this.#snapshot])
    if (copySum.rows === table.rows && copySum.sum === table.sum) return 0
    // A row that changed after the snapshot only has to exist under the same key.
    const changedRows = await copy.query(
      `select ${keyOf(table)} as key from ${table.name} t where not ${unchangedCondition}`,
      [this.#snapshot],
    )
    const parameters = [keys.parse(changedRows.rows).map(({ key }) => key)]
    const changed = await sumOf(this.#client, table.name, `${keyOf(table)} = any ($1)`, parameters)
    const missing = Math.abs(table.rows - changed.rows - copySum.rows)
    return missing === 0 && table.sum - changed.sum !== copySum.sum ? 1 : missing
  }
}

async function sumOf(client: Client, name: string, where = 'true', values: unknown[] = []) {
  const { rows } = await client.query(
    `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t where ${where}`,
    values,
  )
  return sums.parse(rows)[0] satisfies Sum
}
