// Runs `npm run import`, and checks its output and result.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { queryDatabase } from './busy-market.ts'
import { type CommandResult, runScript } from './command.ts'
import { type Server, temporaryFolder } from './server.ts'

export const newDataFolder = async () => join(await temporaryFolder(), 'data')

export const runImport = (settings: NodeJS.ProcessEnv, ...args: string[]) =>
  runScript('import', args, settings)

export function assertOutcome(
  { code, output }: CommandResult,
  expected: number,
  ...lines: RegExp[]
) {
  assert.equal(code, expected, output)
  for (const line of lines) assert.match(output, line)
  assert.doesNotMatch(output, /\.test\b|Okafor|\n\s+at /u)
}

/** Returns a checksum of the imported rows of each table. */
export async function checksumsOf(server: Server) {
  const tables = await queryDatabase(
    server,
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
     union all values ('auth.identities'), ('auth.mfa_factors') order by 1`,
  )
  const checksums: Record<string, unknown> = {}
  for (const { name } of tables) {
    // Leave out columns that differ: the import clears `mail_at`, and sign-ins change the other two.
    const row = `to_jsonb(t) - 'mail_at' - 'last_active_at' - 'last_challenged_at'`
    const [checksum] = await queryDatabase(
      server,
      `select count(*), md5(string_agg((${row})::text, '' order by (${row})::text)) from ${String(name)} t`,
    )
    checksums[String(name)] = checksum
  }
  return checksums
}
