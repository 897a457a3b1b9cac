// Opens the database from which rows are imported. All reads use one read-only snapshot.
import { Client } from 'pg'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { codeOf } from '../error-code.ts'

export interface Source {
  read: <Row extends object>(statement: string, values?: unknown[]) => Promise<Row[]>
  /** Reads in pages, so that memory never contains all rows. */
  pages: <Row extends object>(statement: string) => AsyncGenerator<Row[]>
  close: () => Promise<void>
}

const pageSize = 500

export async function openSource(connectionString: string): Promise<Source> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  const read = async <Row extends object>(statement: string, values?: unknown[]) => {
    try {
      return (await client.query<Row>(statement, values)).rows
    } catch (error) {
      throw toStartupFailure(error)
    }
  }
  async function* pages<Row extends object>(statement: string) {
    await read(`declare page no scroll cursor for ${statement}`)
    for (;;) {
      const rows = await read<Row>(`fetch ${pageSize} from page`)
      if (rows.length === 0) break
      yield rows
    }
    await read('close page')
  }
  try {
    await client.connect()
    await client.query(openSnapshot)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw toStartupFailure(error)
  }
  return { read, pages, close: () => client.end() }
}

// With row_security off, a query fails if a policy would hide rows. With an empty search path, names include their
// schema.
const openSnapshot = `
  begin isolation level repeatable read read only;
  set local row_security = off;
  set local search_path = '';
  set local timezone = 'UTC';
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

const missingObjectCodes = new Set(['42P01', '3F000', '42703'])

function toStartupFailure(error: unknown) {
  const isOtherSchema = missingObjectCodes.has(codeOf(error) ?? '')
  const message = `IMPORT_FROM cannot be read: ${messageOf(error)}.`
  return new StartupFailure(isOtherSchema ? `${message} Is it a Supabase project?` : message)
}
