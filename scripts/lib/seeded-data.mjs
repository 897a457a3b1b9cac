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
 * Creates the seeded data, calls the body with its folder, and removes the folder. If SEEDED_DATA names a folder, the
 * body gets that one.
 * @param {(seeded: string) => Promise<void>} body
 */
export async function withSeededData(body) {
  if (process.env.SEEDED_DATA) return body(process.env.SEEDED_DATA)
  const folder = await temporaryFolder()
  const seeded = join(folder, 'data')
  try {
    await seed(seeded)
    process.env.SEEDED_DATA = seeded
    await body(seeded)
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
async function seed(dataFolder) {
  const port = String(await freePort())
  const env = { ...process.env, PORT: port, DATA_DIR: dataFolder, LOG_LEVEL: 'warn' }
  const product = spawn(process.execPath, [`${root}scripts/start.mjs`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(product, 'exit')
  await isReady(product.stdout)
  product.kill('SIGTERM')
  await ended
}

/** @param {AsyncIterable<Buffer>} output */
async function isReady(output) {
  let text = ''
  for await (const chunk of output) {
    text += chunk.toString()
    if (text.includes('is ready: ')) return
  }
  throw new StopLine(`The server did not start for the tests:\n${text}`)
}
