// Runs the server's tests on a PostgreSQL server that starts only for this run.
import { existsSync } from 'node:fs'
import { exitCodeOf } from './command.mjs'
import { root } from './paths.mjs'
import { StopLine } from './stop-line.mjs'

/** Debian installs PostgreSQL 15 here. No older version is supported. */
const oldestPostgresBin = '/usr/lib/postgresql/15/bin'

// A file with the name `x.full.test.ts` is only in the full tier (decision 0037).
const gateFiles = [
  'server/{src,tests}/**/!(*.full).test.ts',
  'supabase/tests/!(*.full).test.ts',
  'supabase/tests/!(mutants)/!(*.full).test.ts',
]
const fullFiles = ['server/{src,tests}/**/*.full.test.ts', 'supabase/tests/**/*.full.test.ts']
const rules = ['supabase/tests/*.test.ts', 'supabase/tests/!(mutants)/*.test.ts']
/** Each of these tests loosens one rule in the SQL. At least one other test has to fail with the loosened rule. */
const mutants = ['supabase/tests/mutants/*.test.ts']

/** Runs the quick tests, or the given files. */
export async function quickServerTests(files = gateFiles) {
  await onPostgres('the embedded PostgreSQL', files, {})
}

export async function serverTests() {
  await onPostgres('the embedded PostgreSQL', gateFiles, {})
}

/** Runs the tests that are only in the full tier: faults, several servers, external services and long runs. */
export async function otherServerTests() {
  await onPostgres('the embedded PostgreSQL, full tier', fullFiles, {})
}

export async function mutantTests() {
  await onPostgres('mutants of the rules', mutants, {})
}

/** Runs some of the tests on PostgreSQL 15 if it is installed. An external database may have that version. */
export async function serverTestsOnOldest() {
  if (!existsSync(`${oldestPostgresBin}/postgres`)) {
    console.log(
      `\n- server tests on PostgreSQL 15: skipped, because ${oldestPostgresBin} is missing`,
    )
    return
  }
  const files = [
    'server/src/{postgres,rest,queue}/**/*.test.ts',
    'server/src/{keys/secrets,startup/open-files}.test.ts',
  ]
  await onPostgres('PostgreSQL 15', [...files, ...rules], { TEST_POSTGRES_BIN: oldestPostgresBin })
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
    // Two files run at a time, because tests spend much time waiting.
    ['--test', '--test-concurrency=2', '--test-timeout=600000', setup, ...files],
    {
      env: { ...process.env, ...env },
    },
  )
  if (code !== 0) throw new StopLine(`Failed: server tests on ${name}.`)
}
