// Creates a data folder with the demo. Tests start servers on copies of that folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'
import { root } from './paths.mjs'
import { StopLine } from './stop-line.mjs'

/**
 * Creates a folder with the seeded data, calls the action with the folder, and removes the folder. If SEEDED_DATA
 * already names a folder with the seeded data, only calls the action with that folder.
 * @param {(seeded: string) => Promise<void>} action
 */
export async function withSeededData(action) {
  if (process.env.SEEDED_DATA) return action(process.env.SEEDED_DATA)
  const folder = await temporaryFolder()
  const seeded = join(folder, 'data')
  try {
    await seedFolder(seeded)
    process.env.SEEDED_DATA = seeded
    await action(seeded)
  } finally {
    delete process.env.SEEDED_DATA
    await rm(folder, { recursive: true, force: true })
  }
}

export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-tests-'))
  // If root runs the tests, PostgreSQL runs as another user. That user must be able to enter this folder.
  await chmod(folder, 0o711)
  return folder
}

/** @param {string} dataFolder */
async function seedFolder(dataFolder) {
  const port = String(await freePort())
  const env = { ...process.env, PORT: port, DATA_DIR: dataFolder, LOG_LEVEL: 'warn' }
  const product = spawn(process.execPath, [`${root}scripts/start.mjs`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(product, 'exit')
  await waitUntilReady(product.stdout)
  product.kill('SIGTERM')
  await exited
}

/** @param {AsyncIterable<Buffer>} output */
async function waitUntilReady(output) {
  let text = ''
  for await (const chunk of output) {
    text += chunk.toString()
    if (text.includes('is ready: ')) return
  }
  throw new StopLine(`The server did not start for the tests:\n${text}`)
}
