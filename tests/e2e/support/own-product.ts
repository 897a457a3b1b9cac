// A product of a test's own, which it can stop in the middle and start again.
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { copySeededData, startProduct, stopProduct } from './product-process.ts'

export interface OwnProduct {
  url: string
  dataFolder: string
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Ends it without a warning, as a power cut does. */
  kill: () => Promise<void>
  end: () => Promise<void>
}

export async function ownProduct(settings: NodeJS.ProcessEnv = {}): Promise<OwnProduct> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-e2e-'))
  // PostgreSQL runs as another user when root starts the tests, and has to get through.
  await chmod(folder, 0o711)
  const dataFolder = join(folder, 'data')
  await copySeededData(dataFolder)
  const env = { PORT: String(port), DATA_DIR: dataFolder, LOG_LEVEL: 'error', ...settings }
  let child: ChildProcess | undefined
  const finish = async (signal: NodeJS.Signals) => {
    if (child) await stopProduct(child, signal)
    child = undefined
  }
  return {
    url,
    dataFolder,
    start: async () => {
      child = await startProduct(url, env)
    },
    stop: () => finish('SIGTERM'),
    kill: () => finish('SIGKILL'),
    end: async () => {
      await finish('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
