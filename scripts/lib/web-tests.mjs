// Tests of what the web computes without a page.
import { mustRun } from './command.mjs'

/** All of them, or the given files. */
export async function webTests(files = ['web/src/**/*.test.ts']) {
  console.log('\n- what the web computes')
  // The storage of a tab, as browsers have it.
  const flags = ['--test', '--test-timeout=60000', '--experimental-webstorage']
  await mustRun('Failed: tests of the web.', process.execPath, [...flags, ...files])
}
