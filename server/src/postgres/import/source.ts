// The other side: one look at it as it is at this moment, from which nothing is ever written there.
import { Client } from 'pg'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { codeOf } from '../error-code.ts'

export interface Source {
  read: <Row extends object>(statement: string, values?: unknown[]) => Promise<Row[]>
  /** Some rows at a time: however many there are, they are not in memory together. */
  pages: <Row extends object>(statement: string) => AsyncGenerator<Row[]>
  close: () => Promise<void>
}

const rowsAtOnce = 500

export async function openSource(connectionString: string): Promise<Source> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  const read = async <Row extends object>(statement: string, values?: unknown[]) => {
    try {
      return (await client.query<Row>(statement, values)).rows
    } catch (error) {
      throw asFailure(error)
    }
  }
  async function* pages<Row extends object>(statement: string) {
    await read(`declare page no scroll cursor for ${statement}`)
    for (;;) {
      const rows = await read<Row>(`fetch ${rowsAtOnce} from page`)
      if (rows.length === 0) break
      yield rows
    }
    await read('close page')
  }
  try {
    await client.connect()
    await client.query(lookOnce)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw asFailure(error)
  }
  return { read, pages, close: () => client.end() }
}

// A row that row security hides is an error and not silence; without a search path names come with their schema.
const lookOnce = `
  begin isolation level repeatable read read only;
  set local row_security = off;
  set local search_path = '';
  set local timezone = 'UTC';
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

const notThere = new Set(['42P01', '3F000', '42703'])

function asFailure(error: unknown) {
  const isOther = notThere.has(codeOf(error) ?? '')
  const words = `IMPORT_FROM cannot be read: ${messageOf(error)}.`
  return new StartupFailure(isOther ? `${words} Is it a Supabase project?` : words)
}
