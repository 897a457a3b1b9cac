import { defineConfig } from '@playwright/test'
import { url } from './tests/e2e/support/site.ts'

const { CHROMIUM } = process.env

/** These options turn off the GPU, QUIC, the first-run page, and Chromium's background requests. */
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
  // The scripts run two Playwright processes at the same time, each with half of the tests.
  workers: 1,
  // The timeouts are long, because the machine may be slow and two browsers share its cores.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: url,
    // Tests delay and replace responses, but a service worker would respond from its cache. Only the tests of the
    // service worker allow it (offline-app.e2e.ts).
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: CHROMIUM ?? '/usr/bin/chromium',
      args: [...quiet, ...asRoot],
    },
  },
})
