// Creates a server for one test. The test can stop and restart the server.
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { copySeededData, startServerProcess, stopServerProcess } from './server-process.ts'

export interface OwnServer {
  url: string
  dataFolder: string
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Kills the server without a clean shutdown, as in a power failure. */
  kill: () => Promise<void>
  remove: () => Promise<void>
}

export async function createOwnServer(settings: NodeJS.ProcessEnv = {}): Promise<OwnServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-e2e-'))
  // If root runs the tests, PostgreSQL runs as another user, who needs access to this folder.
  await chmod(folder, 0o711)
  const dataFolder = join(folder, 'data')
  await copySeededData(dataFolder)
  const env = { PORT: String(port), DATA_DIR: dataFolder, LOG_LEVEL: 'error', ...settings }
  let child: ChildProcess | undefined
  const stopWith = async (signal: NodeJS.Signals) => {
    if (child) await stopServerProcess(child, signal)
    child = undefined
  }
  return {
    url,
    dataFolder,
    start: async () => {
      child = await startServerProcess(url, env)
    },
    stop: () => stopWith('SIGTERM'),
    kill: () => stopWith('SIGKILL'),
    remove: async () => {
      await stopWith('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
