import { defineConfig } from '@playwright/test'
import { url } from './tests/e2e/support/site.ts'

const { CHROMIUM } = process.env

/** Chromium looks for updates and experiments, which no test needs. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  // The scripts run two halves at a time, and each file has a server of its own.
  workers: 1,
  // Beside the other half, and on slow machines: what waits less than that says so.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: url,
    // Journeys hold up and replace files on their way, which the worker would answer by what it keeps; those
    // of the worker itself let it in (pocket.e2e.ts).
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: CHROMIUM ?? '/usr/bin/chromium',
      args: [...quiet, ...asRoot],
    },
  },
})
