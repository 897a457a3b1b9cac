// A product of a test's own, which it can stop in the middle and start again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '../../support/free-port.ts'

export interface OwnProduct {
  url: string
  dataFolder: string
  start: () => Promise<void>
  stop: () => Promise<void>
  /** At once and without a word, as by a power cut. */
  kill: () => Promise<void>
  end: () => Promise<void>
}

export async function ownProduct(settings: NodeJS.ProcessEnv = {}): Promise<OwnProduct> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-e2e-'))
  // Started by root, PostgreSQL runs as another user, who has to get through.
  await chmod(folder, 0o711)
  const dataFolder = join(folder, 'data')
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataFolder,
    LOG_LEVEL: 'error',
    ...settings,
  }
  let child: ChildProcess | undefined
  const finish = async (signal: NodeJS.Signals) => {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    child = undefined
  }
  const start = async () => {
    // With a channel it stops by itself when a test that failed takes its process along.
    const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
    child = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: [...stdio] })
    await expect
      .poll(
        () =>
          fetch(`${url}/healthz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 90_000 },
      )
      .toBe(true)
  }
  return {
    url,
    dataFolder,
    start,
    stop: () => finish('SIGTERM'),
    kill: () => finish('SIGKILL'),
    end: async () => {
      await finish('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
