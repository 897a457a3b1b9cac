// Starts a new server for each test file, on a copy of the seeded data.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { copySeededData, startServerProcess, stopServerProcess } from './server-process.ts'

const worker = Number(process.env['TEST_WORKER_INDEX'] ?? 0)
const port = Number(process.env['E2E_PORT'] ?? 3900) + 2 * worker

export const url = `http://127.0.0.1:${port}`
/** A port for a test's page or proxy, to which the server allows redirects. */
export const pagePort = port + 1
const folder = join(process.env['E2E_FOLDER'] ?? 'test-results', `worker-${worker}`)
export const dataFolder = join(folder, 'data')

let running: { file: string; process: ChildProcess } | undefined

/** Starts a server for a test file, unless that server is already running. */
export async function serveFile(file: string) {
  if (running?.file === file) return
  await stopServing()
  await copySeededData(dataFolder)
  const settings = {
    PORT: String(port),
    DATA_DIR: dataFolder,
    LOG_LEVEL: 'error',
    REDIRECT_URLS: `http://127.0.0.1:${pagePort}`,
  }
  running = { file, process: await startServerProcess(url, settings) }
}

export async function stopServing() {
  if (running) await stopServerProcess(running.process, 'SIGTERM')
  running = undefined
}
