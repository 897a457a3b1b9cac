// What others build on, from an embedded PostgreSQL that has seen nothing but this release.
import { readRelease } from '../../src/postgres/release/sql-files.ts'
import { describeErrors } from './describe-errors.ts'
import { describeMigrations, sums } from './describe-migrations.ts'
import { describeTypes } from './describe-types.ts'
import { apply, snapshot } from './release.ts'
import { startCluster } from './test-cluster.ts'
import { quietPool } from './quiet-pool.ts'

const head =
  '-- The schema that the SQL of this release leads to. Written by `npm run contract`.\n\n'

/** What is generated from the schema: the files of the contract, by path. */
export async function describeContract(): Promise<Record<string, string>> {
  const { host, stop } = await startCluster()
  const pool = quietPool({ host, user: 'postgres', database: 'postgres' })
  try {
    const release = await readRelease('supabase')
    await apply(pool, release)
    const client = await pool.connect()
    const database = await describeTypes(client)
    client.release()
    return {
      'supabase/schema.snapshot.sql': head + (await snapshot(pool)).join('\n'),
      'contract/database.ts': database,
      'contract/error-codes.ts': await describeErrors(),
      [sums]: await describeMigrations(release.product?.migrations ?? []),
    }
  } finally {
    await pool.end()
    await stop()
  }
}
