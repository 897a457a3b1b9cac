// Runs the tests of the whole system, which use its commands, its API and its screens.
import { rm } from 'node:fs/promises'
import { findTestBrowser } from './chromium.mjs'
import { mustRun, tool } from './command.mjs'
import { freePort } from './free-port.mjs'
import { root } from './paths.mjs'
import { temporaryFolder, withSeededData } from './seeded-data.mjs'

/**
 * Runs the start tests, one file at a time. These tests create race conditions on purpose, and other tests would change
 * their timing.
 * @param {string[]} testOptions  Options for the test runner, and then files.
 */
export async function startTests(testOptions = ['tests/start/*.test.ts']) {
  console.log('\n- start tests')
  const flags = ['--test', '--test-concurrency=1', '--test-timeout=600000']
  await mustRun('Failed: start tests.', process.execPath, [...flags, ...testOptions])
}

/**
 * Runs the wire tests on one server. CONFORMANCE_URL and CONFORMANCE_DATA_DIR can name a server that already runs.
 * @param {string[]} testOptions  Options for the test runner, and then files.
 */
export async function wireTests(testOptions = ['tests/conformance/**/!(*.full).test.ts']) {
  console.log('\n- wire tests')
  await runOnSharedServer(testOptions, {})
}

/** Runs the wire tests that are only in the full tier: sign-in providers, phones, faults and abuse. */
export async function otherWireTests() {
  console.log('\n- wire tests, full tier')
  await runOnSharedServer(['tests/conformance/**/*.full.test.ts'], {})
}

export async function bucketTests() {
  console.log('\n- wire tests with files in a bucket')
  await runOnSharedServer(['tests/conformance/storage/*.test.ts'], { CONFORMANCE_BUCKET: 'yes' })
}

/**
 * @param {string[]} testOptions  Options for the test runner, and then files. Node.js ignores an option after a file.
 * @param {NodeJS.ProcessEnv} env
 */
async function runOnSharedServer(testOptions, env) {
  const setup = `--test-global-setup=${root}tests/conformance/support/global-setup.ts`
  const flags = ['--test', '--test-concurrency=1', '--test-timeout=120000', setup]
  await mustRun('Failed: wire tests.', process.execPath, [...flags, ...testOptions], {
    env: { ...process.env, ...env },
  })
}

/**
 * Runs half of the browser tests of the gate, which have @gate in their titles.
 * @param {1 | 2} half
 */
export async function browserJourneys(half) {
  console.log(`\n- browser journeys, half ${half} of 2`)
  await runInBrowser([
    '--grep=@gate',
    `--shard=${half}/2`,
    `--output=test-results/journeys-${half}`,
  ])
}

/**
 * Runs half of the browser tests that are only in the full tier.
 * @param {1 | 2} half
 */
export async function browserTests(half) {
  console.log(`\n- other browser tests, half ${half} of 2`)
  await runInBrowser([
    '--grep-invert=@gate',
    `--shard=${half}/2`,
    `--output=test-results/rest-${half}`,
  ])
}

/**
 * Runs browser tests. Each test file gets a separate server with a copy of the seeded data.
 * @param {string[]} testOptions  Options for Playwright.
 */
export async function runInBrowser(testOptions) {
  await withSeededData(async (seededFolder) => {
    const folder = await temporaryFolder()
    const env = {
      ...process.env,
      CHROMIUM: await findTestBrowser(),
      E2E_PORT: String(await freePort()),
      E2E_FOLDER: folder,
      SEEDED_DATA: seededFolder,
    }
    const command = [tool('playwright'), 'test', ...testOptions]
    try {
      await mustRun('Failed: browser tests.', process.execPath, command, { env })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}
