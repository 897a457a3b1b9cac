// Runs the unit tests of the web.
import { mustRun } from './command.mjs'

/** Runs all of them, or the given files. */
export async function webTests(files = ['web/src/**/*.test.ts']) {
  console.log('\n- web tests')
  // Gives tests the storage of a browser tab.
  const flags = ['--test', '--test-timeout=60000', '--experimental-webstorage']
  await mustRun('Failed: web tests.', process.execPath, [...flags, ...files])
}
