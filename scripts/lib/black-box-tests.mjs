// Tests of the product as a whole: the commands that run it, and a browser that uses it.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTestBrowser } from './chromium.mjs'
import { mustRun, tool } from './command.mjs'
import { freePort } from './free-port.mjs'
import { root } from './paths.mjs'

export async function startTests() {
  console.log('\n- starting, stopping and failing to')
  // One at a time: they race servers on purpose.
  const flags = ['--test', '--test-concurrency=1', '--test-timeout=600000']
  await mustRun('Failed: tests of the start.', process.execPath, [
    ...flags,
    'tests/start/**/*.test.ts',
  ])
}

/** One server for all of them, or the one that CONFORMANCE_URL and CONFORMANCE_DATA_DIR name. */
export async function conformanceTests() {
  console.log('\n- the wire, as clients use it')
  await wireTests('tests/conformance/**/*.test.ts', {})
  console.log('\n- files on the wire, kept in a bucket')
  await wireTests('tests/conformance/storage/*.test.ts', { CONFORMANCE_BUCKET: 'yes' })
}

/**
 * @param {string} files
 * @param {NodeJS.ProcessEnv} env
 */
async function wireTests(files, env) {
  const setup = `--test-global-setup=${root}tests/conformance/support/global-setup.ts`
  const flags = ['--test', '--test-concurrency=1', '--test-timeout=120000', setup]
  await mustRun('Failed: tests of the wire.', process.execPath, [...flags, files], {
    env: { ...process.env, ...env },
  })
}

/**
 * One half of them, always the same files: those of one server see what the others left there.
 * @param {1 | 2} part
 */
export async function browserTests(part) {
  console.log(`\n- in the browser, half ${part} of 2`)
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-e2e-'))
  // Started by root, PostgreSQL runs as another user, who has to get through.
  await chmod(folder, 0o711)
  const env = {
    ...process.env,
    CHROMIUM: await findTestBrowser(),
    E2E_PORT: String(await freePort()),
    E2E_PAGE_PORT: String(await freePort()),
    E2E_DATA: join(folder, 'data'),
  }
  const half = [tool('playwright'), 'test', `--shard=${part}/2`, `--output=test-results/${part}`]
  try {
    await mustRun('Failed: tests in the browser.', process.execPath, half, { env })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
