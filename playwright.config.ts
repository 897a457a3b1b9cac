import { defineConfig } from '@playwright/test'

// Given by `npm test`, which also removes the folder.
const {
  E2E_PORT: port = '3999',
  E2E_PAGE_PORT: pagePort = '3998',
  E2E_DATA: dataFolder = 'test-results/data',
  CHROMIUM,
} = process.env

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
  // Files see what others left on their server, so their order is always the same; `npm test` runs two halves, each
  // on a server of its own.
  workers: 1,
  // Beside the other half, and on slow machines: what waits less than that says so.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // Journeys hold up and replace files on their way, which the worker would answer by what it keeps; those
    // of the worker itself let it in (pocket.e2e.ts).
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: CHROMIUM ?? '/usr/bin/chromium',
      args: [...quiet, ...asRoot],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `http://127.0.0.1:${port}/healthz`,
    env: {
      PORT: port,
      DATA_DIR: dataFolder,
      LOG_LEVEL: 'warn',
      // A page that a test serves, as an app of somebody else's.
      REDIRECT_URLS: `http://127.0.0.1:${pagePort}`,
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 60_000,
  },
})
