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
  // The other half of the tests runs at the same time, also on slow machines.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: url,
    // Journeys delay and replace responses. A service worker would respond from its cache instead. Its
    // own journeys allow it (offline-app.e2e.ts).
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: CHROMIUM ?? '/usr/bin/chromium',
      args: [...quiet, ...asRoot],
    },
  },
})
