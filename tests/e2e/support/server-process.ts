// Starts and stops a server process, and copies the seeded data that it uses.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'

/** Deletes the data folder, and replaces it with a copy of SEEDED_DATA if this variable is set. */
export async function copySeededData(dataFolder: string) {
  const seeded = process.env['SEEDED_DATA']
  await rm(dataFolder, { recursive: true, force: true })
  if (seeded === undefined) return
  await mkdir(dirname(dataFolder), { recursive: true })
  // If root runs the tests, PostgreSQL runs as another user, who needs access to this folder.
  await chmod(dirname(dataFolder), 0o711)
  await promisify(execFile)('cp', ['-a', seeded, dataFolder])
}

/** Starts a server that ends with this process, and waits until the server responds. */
export async function startServerProcess(url: string, settings: NodeJS.ProcessEnv) {
  const env = { ...process.env, ...settings }
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: [...stdio] })
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`The product at ${url} did not start.`)
    const response = await fetch(`${url}/healthz`).catch(() => undefined)
    return response?.ok ?? false
  }
  await expect.poll(isReady, { timeout: 90_000, intervals: [100] }).toBe(true)
  return child
}

export async function stopServerProcess(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
