import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// Workers load this file too, and must come to the same values.
const port = (process.env['E2E_PORT'] ??= '3999')
const folder = (process.env['E2E_FOLDER'] ??= mkdtempSync(join(tmpdir(), 'mendwell-e2e-')))
// Started by root, PostgreSQL runs as another user, who has to get through.
chmodSync(folder, 0o711)

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
  workers: 1,
  reporter: [['list']],
  globalTeardown: './tests/support/remove-e2e-folder.ts',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [...quiet, ...asRoot],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `http://127.0.0.1:${port}/healthz`,
    env: { PORT: port, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 60_000,
  },
})
