// Tests of the server's parts, on a PostgreSQL that is started for the run.
import { existsSync } from 'node:fs'
import { exitCodeOf } from './command.mjs'
import { root } from './paths.mjs'
import { StopLine } from './stop-line.mjs'

/** Debian's place for the oldest PostgreSQL that we support. */
const oldest = '/usr/lib/postgresql/15/bin'

/** @param {string[]} files */
export async function serverTests(
  files = ['server/tests/**/*.test.ts', 'supabase/tests/**/*.test.ts'],
) {
  await onPostgres('the embedded PostgreSQL', files, {})
}

/** The same tests where PostgreSQL 15 is installed, since an outside database may be one. */
export async function serverTestsOnOldest() {
  if (!existsSync(`${oldest}/postgres`)) {
    console.log(`\n- server tests on PostgreSQL 15: left out, there is none in ${oldest}`)
    return
  }
  const files = [
    'server/tests/database/**/*.test.ts',
    'server/tests/{secrets,files-folder}.test.ts',
    'supabase/tests/**/*.test.ts',
  ]
  await onPostgres('PostgreSQL 15', files, { TEST_POSTGRES_BIN: oldest })
}

/**
 * @param {string} name
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} env
 */
async function onPostgres(name, files, env) {
  console.log(`\n- server tests on ${name}`)
  const setup = `--test-global-setup=${root}server/tests/support/test-cluster.ts`
  const code = await exitCodeOf(
    process.execPath,
    ['--test', '--test-timeout=120000', setup, ...files],
    {
      env: { ...process.env, ...env },
    },
  )
  if (code !== 0) throw new StopLine(`Failed: server tests on ${name}.`)
}
