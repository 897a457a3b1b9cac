// Tests of what the web computes without a page.
import { mustRun } from './command.mjs'

export async function webTests() {
  console.log('\n- what the web computes')
  // The storage of a tab, as browsers have it.
  const flags = ['--test', '--test-timeout=60000', '--experimental-webstorage']
  await mustRun('Failed: tests of the web.', process.execPath, [...flags, 'web/src/**/*.test.ts'])
}
