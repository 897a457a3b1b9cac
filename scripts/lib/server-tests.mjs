// Tests of the server's parts, on a PostgreSQL that is started for the run.
import { existsSync } from 'node:fs'
import { exitCodeOf } from './command.mjs'
import { root } from './paths.mjs'
import { StopLine } from './stop-line.mjs'

/** Debian's place for the oldest PostgreSQL that we support. */
const oldest = '/usr/lib/postgresql/15/bin'

const rules = ['supabase/tests/*.test.ts', 'supabase/tests/!(mutants)/*.test.ts']
const parts = ['server/{src,tests}/**/*.test.ts']
/** Each rule is widened once, and a test has to notice. */
const mutants = ['supabase/tests/mutants/*.test.ts']

/** What is quick, or the given files. */
export async function quickServerTests(files = [...parts, ...rules]) {
  await onPostgres('the embedded PostgreSQL', files, {})
}

export async function serverTests() {
  await onPostgres('the embedded PostgreSQL', [...parts, ...rules], {})
}

export async function mutantTests() {
  await onPostgres('mutants of the rules', mutants, {})
}

/** The same tests where PostgreSQL 15 is installed, since an outside database may be one. */
export async function serverTestsOnOldest() {
  if (!existsSync(`${oldest}/postgres`)) {
    console.log(`\n- server tests on PostgreSQL 15: left out, there is none in ${oldest}`)
    return
  }
  const files = [
    'server/src/{postgres,rest,queue}/**/*.test.ts',
    'server/src/{keys/secrets,startup/shared-folder}.test.ts',
  ]
  await onPostgres('PostgreSQL 15', [...files, ...rules], { TEST_POSTGRES_BIN: oldest })
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
    // Two files at once also on two cores: much of a test is waiting.
    ['--test', '--test-concurrency=2', '--test-timeout=600000', setup, ...files],
    {
      env: { ...process.env, ...env },
    },
  )
  if (code !== 0) throw new StopLine(`Failed: server tests on ${name}.`)
}
