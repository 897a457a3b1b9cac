import { mustRun } from './command.mjs'

/** Runs the tests of the scripts, or only the given files. */
export async function scriptTests(files = ['scripts/lib/**/*.test.mjs']) {
  console.log('\n- script tests')
  const flags = ['--test', '--test-timeout=60000']
  await mustRun('Failed: script tests.', process.execPath, [...flags, ...files])
}
