// Tests of the product as a whole: the commands that run it, and a browser that uses it.
import { findChromium } from './chromium.mjs'
import { mustRun, tool } from './command.mjs'

export async function startTests() {
  console.log('\n- starting, stopping and failing to')
  // One at a time: they race servers on purpose, and count on having the machine.
  const flags = ['--test', '--test-concurrency=1', '--test-timeout=300000']
  await mustRun('Failed: tests of the start.', process.execPath, [
    ...flags,
    'tests/start/**/*.test.ts',
  ])
}

export async function browserTests() {
  const CHROMIUM = await findChromium()
  console.log('\n- in the browser')
  await mustRun('Failed: tests in the browser.', process.execPath, [tool('playwright'), 'test'], {
    env: { ...process.env, CHROMIUM },
  })
}
