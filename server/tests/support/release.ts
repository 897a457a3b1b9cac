// Builds releases for tests from the real platform SQL and an application whose files are texts.
import pino from 'pino'
import type { Pool } from '../../src/postgres/database.ts'
import { type ApplyOptions, applyRelease } from '../../src/postgres/release/apply-release.ts'
import { hashOf, readRelease, type SqlFile } from '../../src/postgres/release/release.ts'
import { takeSchemaSnapshot } from '../../src/postgres/schema-snapshot.ts'

type Texts = Record<string, string>

export const silentLog = pino({ level: 'silent' })

const { platform, version } = await readRelease(undefined)

interface ReleaseTexts {
  migrations?: Texts
  code?: Texts
  seed?: Texts
}

export function release({ migrations = {}, code = {}, seed = {} }: ReleaseTexts) {
  const codeHash = hashOf([version, ...Object.entries(code).flat()])
  const product = {
    migrations: filesOf(migrations),
    code: filesOf(code),
    codeHash,
    seed: filesOf(seed),
    logins: '',
  }
  return { version, platform, product }
}

function filesOf(texts: Texts): SqlFile[] {
  return Object.entries(texts).map(([name, text]) => ({ path: `product/${name}`, name, text }))
}

export function apply(
  pool: Pool,
  appliedRelease: ApplyOptions['release'],
  options: Partial<ApplyOptions> = {},
) {
  return applyRelease(pool, {
    release: appliedRelease,
    settings: {},
    isShared: false,
    log: silentLog,
    ...options,
  })
}

/** Returns the schema as lines, so that a failed comparison shows the differences. */
export async function snapshot(pool: Pool) {
  const client = await pool.connect()
  try {
    return (await takeSchemaSnapshot(client)).split('\n')
  } finally {
    client.release()
  }
}

/** `jobs` creates the table of a small application, and `jobList` creates its view. */
export const jobs = {
  '0001-jobs.sql': 'create table public.jobs (id integer primary key, title text);',
}
export const jobList = {
  'jobs/list.sql': 'create view public.job_list as select id, title from public.jobs;',
}
