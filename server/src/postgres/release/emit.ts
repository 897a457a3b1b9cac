// The product's SQL as one migration for a hosted Supabase: what the platform makes here and it lacks there, the
// migrations, and the code in an order that a reader of one pass can follow.
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { createInAnyOrder } from './code.ts'
import { runMigrations } from './migrations.ts'
import { runSqlFile } from './run-sql.ts'
import type { Release, SqlFile } from './sql-files.ts'
import { splitStatements } from './statements.ts'

const hosted = new URL('./hosted/private.sql', import.meta.url)

/** Tries it all on a database that no release has seen; its transaction is the caller's to undo. */
export async function emitMigration(client: pg.ClientBase, release: Release): Promise<string> {
  const { platform, product } = release
  if (!product) throw new StartupFailure('With PRODUCT=none there is nothing to emit.')
  for (const file of platform) await runSqlFile(client, file)
  await runMigrations(client, product.migrations)
  const code = await createInAnyOrder(client, product.code)
  const tables = platform.filter(({ name }) => name === '030-private.sql')
  const own = { name: 'private.sql', text: await readFile(hosted, 'utf8') }
  const files = [own, ...tables, ...product.migrations, ...code]
  return `${head}\n${files.map(asThere).join('\n')}`
}

const head = `-- Made by "npm run emit-migration". For a project that has none of it yet.
`

type Named = Pick<SqlFile, 'name' | 'text'>

function asThere({ name, text }: Named) {
  const statements = splitStatements(text).map((statement) => rewritten(statement))
  return `-- ${name}\n${statements.filter((statement) => statement !== undefined).join('')}\n`
}

/** The live dialect there reads the log by a publication, and needs no trigger. */
const watched =
  /^create\s+trigger\s+\w+\s+after\s[^;]*?\son\s+([\w.]+)\s+for\s+each\s+row\s+execute\s+function\s+realtime\.record_change\(\)\s*$/i

/** There these tables belong to the platform, and rights on them are there from the start. */
const ofThePlatform =
  /^(?:grant\s[^;]*?\son\s+storage\.|create\s+index\s[^;]*?\son\s+storage\.|drop\s+index\s[^;]*?\sstorage\.)/i

function rewritten({ text, words }: ReturnType<typeof splitStatements>[number]) {
  if (ofThePlatform.test(words)) return undefined
  const table = watched.exec(words)?.[1]
  if (table) return `\nalter publication supabase_realtime add table ${table};`
  return `${text};`
}
