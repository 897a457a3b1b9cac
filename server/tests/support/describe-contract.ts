// Generates the contract of this release: the schema, the triggers, the TypeScript types and the error codes.
import { glob, readFile } from 'node:fs/promises'
import { hashOf, readRelease, type SqlFile } from '../../src/postgres/release/release.ts'
import { describeTypes } from './describe-types.ts'
import { describeSchema } from '../../src/postgres/schema-snapshot.ts'
import { describeTriggers } from './describe-triggers.ts'
import { apply } from './release.ts'
import { quietPool, startCluster } from './test-cluster.ts'

const schemaHeading =
  '-- The schema that the SQL of this release leads to. Written by `npm run contract`.\n\n'

/** Returns the generated files, by path. */
export async function describeContract(): Promise<Record<string, string>> {
  const { host, stop } = await startCluster()
  const pool = quietPool({ host, user: 'postgres', database: 'postgres' })
  try {
    const release = await readRelease('supabase')
    await apply(pool, release)
    const client = await pool.connect()
    const database = await describeTypes(client)
    const schema = await describeSchema(client)
    const triggers = await describeTriggers(client)
    client.release()
    return {
      'supabase/schema.snapshot.sql': schemaHeading + schema,
      ...triggers,
      'contract/database.ts': database,
      'contract/error-codes.ts': await describeErrors(),
      [checksumsFile]: await describeMigrations(release.product?.migrations ?? []),
    }
  } finally {
    await pool.end()
    await stop()
  }
}

/** Returns the paths of lists of triggers whose folder has no triggers any more. */
export async function extraTriggerLists(contract: Record<string, string>): Promise<string[]> {
  const paths = await Array.fromAsync(glob('supabase/code/**/triggers.md'))
  return paths.filter((path) => !(path in contract)).toSorted()
}

export interface ErrorCode {
  code: string
  status: number
}

/** Returns the codes and statuses of refusals in the application's SQL, except codes of PostgreSQL such as 42501. */
export async function errorCodes(): Promise<ErrorCode[]> {
  const files = await Array.fromAsync(glob('supabase/code/**/*.sql'))
  const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
  const refusals = text.matchAll(/app\.refuse\((\d+), '([a-z]\w+)',/g)
  const limits = text.matchAll(/app\.(?:check_limit|refuse_too_often|tg_limit)\('(\w+)'/g)
  const codes = [
    ...[...refusals].map(([, status, code = '']) => ({ code, status: Number(status) })),
    ...[...limits].map(([, name]) => ({ code: `too_many_${name}`, status: 429 })),
  ]
  const byCode = new Map(codes.map((error) => [error.code, error]))
  return [...byCode.values()].toSorted((a, b) => a.code.localeCompare(b.code))
}

async function describeErrors() {
  const lines = (await errorCodes()).map(({ code, status }) => `  ${code}: ${status},\n`)
  return [
    '// The codes with which the rules refuse, and their statuses. Written by `npm run contract`.\n\n',
    `export const errorCodes = {\n${lines.join('')}} as const\n`,
  ].join('')
}

/** The file with the checksums of existing migrations. Existing migrations must never change. */
export const checksumsFile = 'supabase/migrations.sums'

/** Returns the existing checksum lines, followed by lines for new migrations. */
async function describeMigrations(migrations: SqlFile[]) {
  const existingLines = (await readFile(checksumsFile, 'utf8')).split('\n').filter(Boolean)
  const existingNames = new Set(existingLines.map((line) => line.split('  ')[1]))
  const newLines = migrations.filter(({ name }) => !existingNames.has(name)).map(checksumLine)
  return `${[...existingLines, ...newLines].join('\n')}\n`
}

export function checksumLine({ name, text }: SqlFile) {
  return `${hashOf([text])}  ${name}`
}
