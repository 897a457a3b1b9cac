// The whole schema as text, from an embedded PostgreSQL that has seen nothing but this release.
import { Pool } from 'pg'
import { readRelease } from '../../src/database/release/sql-files.ts'
import { apply, snapshot } from './release.ts'
import { startCluster } from './test-cluster.ts'

const head =
  '-- The schema that the SQL of this release leads to. Written by `npm run contract`.\n\n'

export async function describeSchema() {
  const { host, stop } = await startCluster()
  const pool = new Pool({ host, user: 'postgres', database: 'postgres' })
  try {
    await apply(pool, await readRelease('supabase'))
    return head + (await snapshot(pool)).join('\n')
  } finally {
    await pool.end()
    await stop()
  }
}
