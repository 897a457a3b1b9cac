// Accesses the database directly, for data that no screen can create, such as accounts and past times.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { dataFolder } from './site.ts'

export async function executeSql(statement: string, values: unknown[]) {
  await withDatabase((database) => database.query(statement, values))
}

/** @param folder  The data folder of the server that owns the database. */
export async function withDatabase<Result>(
  use: (database: Client) => Promise<Result>,
  folder = dataFolder,
) {
  const socket = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const database = new Client({ host: socket, user: 'postgres', database: 'postgres' })
  await database.connect()
  try {
    return await use(database)
  } finally {
    await database.end()
  }
}
