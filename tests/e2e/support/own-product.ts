// Creates a server that only one test uses. The test can stop the server and start it again.
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
  /** Kills the server without a clean shutdown, as in a power failure. */
  kill: () => Promise<void>
  end: () => Promise<void>
}

export async function ownProduct(settings: NodeJS.ProcessEnv = {}): Promise<OwnProduct> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-e2e-'))
  // If root runs the tests, PostgreSQL runs as another user. That user needs access to this folder.
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
