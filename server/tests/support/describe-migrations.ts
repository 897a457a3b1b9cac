// The sums of the migrations that databases may have run by now. One that is there stays: its file is never changed.
import { readFile } from 'node:fs/promises'
import { hashOf, type SqlFile } from '../../src/postgres/release/sql-files.ts'

export const sums = 'supabase/migrations.sums'

/** What is kept, and what came since. */
export async function describeMigrations(migrations: SqlFile[]) {
  const kept = (await readFile(sums, 'utf8')).split('\n').filter(Boolean)
  const known = new Set(kept.map((line) => line.split('  ')[1]))
  const added = migrations.filter(({ name }) => !known.has(name)).map(sumOf)
  return `${[...kept, ...added].join('\n')}\n`
}

export function sumOf({ name, text }: SqlFile) {
  return `${hashOf([text])}  ${name}`
}
