// Makes databases that are dropped when their test file ends.
import { after } from 'node:test'
import { Client, type QueryResultRow } from 'pg'
import { quietPool } from './test-cluster.ts'

let databaseCount = 0

/** Clones the template database, which contains the platform SQL and the application. */
export function productDatabase(connections?: number) {
  return makeDatabase('product', connections)
}

/**
 * Returns the database behind TEST_DATABASE_SOCKET, or else a clone of the template. Callers must roll back all
 * changes.
 */
export async function givenDatabase() {
  const host = process.env['TEST_DATABASE_SOCKET']
  if (!host) return productDatabase()
  const pool = quietPool({ host, user: 'postgres', database: 'postgres' })
  after(() => pool.end())
  return { pool }
}

/** Makes a database without any release. */
export function bareDatabase() {
  return makeDatabase('template1')
}

async function makeDatabase(template: string, connections = 10) {
  databaseCount += 1
  const name = `test_${process.pid}_${databaseCount}`
  await asAdmin(`create database ${name} template ${template} strategy file_copy`)
  const connection = { ...server(), database: name }
  const pool = quietPool({ ...connection, max: connections })
  after(async () => {
    await pool.end()
    await dropDatabase(name)
  })
  return { pool, connection, name }
}

export async function dropDatabase(name: string) {
  await asAdmin(`drop database if exists ${name} with (force)`)
}

/** Runs one statement as the superuser, connected to a database that no test uses. */
export async function asAdmin<Row extends QueryResultRow>(statement: string) {
  const client = new Client({ ...server(), database: 'postgres' })
  await client.connect()
  try {
    return await client.query<Row>(statement)
  } finally {
    await client.end()
  }
}

function server() {
  const host = process.env['TEST_POSTGRES_SOCKET']
  if (!host) throw new Error('Run the tests by `npm test` or `npm run check`.')
  return { host, user: 'postgres' }
}
