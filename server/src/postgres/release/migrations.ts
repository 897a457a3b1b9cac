// The product's migrations: each runs once, in the order of their names, and never changes after.
import type pg from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { runSqlFile } from './run-sql.ts'
import { hashOf, type SqlFile } from './sql-files.ts'

export async function runMigrations(client: pg.ClientBase, files: SqlFile[]) {
  for (const file of files) {
    await runSqlFile(client, file)
    await client.query('insert into private.migrations (name, hash) values ($1, $2)', [
      file.name,
      hashOf([file.text]),
    ])
  }
}

/** Fails when a file is not the text that ran here. */
export function checkUnchanged(files: SqlFile[], done: Map<string, string>) {
  const changed = files.find(
    ({ name, text }) => done.has(name) && done.get(name) !== hashOf([text]),
  )
  if (!changed) return
  throw new StartupFailure(
    `${changed.path} was changed after it ran on this database. ` +
      'Restore its text, and write the change as a new migration.',
  )
}
