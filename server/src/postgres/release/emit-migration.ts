// Writes the application's SQL as one migration for a hosted Supabase project. The code is in an order that works in
// one pass.
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { runMigrations } from './applied-releases.ts'
import { createInAnyOrder } from './code.ts'
import type { Release, SqlFile } from './release.ts'
import { runSqlFile } from './run-sql.ts'
import { splitStatements } from './statements.ts'

const hostedSql = new URL('./hosted-private.sql', import.meta.url)

/** Runs all SQL on an empty database to find an order of the code that works. */
export async function emitMigration(client: pg.ClientBase, release: Release): Promise<string> {
  const { platform, product } = release
  if (!product) throw new StartupFailure('With PRODUCT=none there is nothing to emit.')
  for (const file of platform) await runSqlFile(client, file)
  await runMigrations(client, product.migrations)
  const code = await createInAnyOrder(client, product.code)
  const tables = platform.filter(({ name }) => name === '030-private.sql')
  const own = { name: 'private.sql', text: await readFile(hostedSql, 'utf8') }
  const files = [own, ...tables, ...product.migrations, ...code]
  return `${head}\n${files.map(rewriteFile).join('\n')}`
}

const head = `-- Made by "npm run emit-migration". For a project that has none of it yet.
`

type Named = Pick<SqlFile, 'name' | 'text'>

function rewriteFile({ name, text }: Named) {
  const statements = splitStatements(text).map((statement) => rewriteStatement(statement))
  return `-- ${name}\n${statements.filter((statement) => statement !== undefined).join('')}\n`
}

/** Matches the triggers of watched tables. Supabase Realtime reads changes through a publication instead. */
const watchTrigger =
  /^create\s+trigger\s+\w+\s+after\s[^;]*?\son\s+([\w.]+)\s+for\s+each\s+row\s+execute\s+function\s+realtime\.record_change\([^)]*\)\s*$/i

/** Matches triggers that report changed groups. Supabase Realtime checks the policies for each user instead. */
const groupsTrigger = /\bexecute\s+function\s+realtime\.forget_groups\([^)]*\)\s*$/i

/** Matches grants on the storage tables. Supabase already has these grants. */
const platformGrant = /^grant\s[^;]*?\son\s+storage\./i

function rewriteStatement({ text, words }: ReturnType<typeof splitStatements>[number]) {
  if (platformGrant.test(words) || groupsTrigger.test(words)) return undefined
  const table = watchTrigger.exec(words)?.[1]
  if (table) return `\nalter publication supabase_realtime add table ${table};`
  // Only this server has the variant that does not store the broadcast.
  return `${text.replaceAll('realtime.send_unstored(', 'realtime.send(')};`
}
