// Brings node_modules to what package-lock.json says, once, also when two starts race for it.
import { createHash } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { mustRun } from './command.mjs'
import { root } from './paths.mjs'
import { StopLine } from './stop-line.mjs'

// Inside node_modules, so that `npm ci`, which deletes that folder, deletes the stamp with it.
const stampFile = `${root}node_modules/.boot-stamp`
const lockFile = `${root}.install-lock`

export async function installDependencies() {
  if (await isInstalled()) return
  await withInstallLock(async () => {
    if (await isInstalled()) return
    console.log('Installing dependencies. This takes a minute the first time.')
    await npmCi()
    await writeFile(stampFile, await wantedStamp())
  })
}

async function isInstalled() {
  const stamp = await readFile(stampFile, 'utf8').catch(() => '')
  return stamp === (await wantedStamp())
}

async function wantedStamp() {
  const lock = await readFile(`${root}package-lock.json`)
  const parts = [process.platform, process.arch, process.env.NODE_ENV ?? '']
  return createHash('sha256').update(lock).update(parts.join()).digest('hex')
}

async function npmCi() {
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const [program, args] = npm ? [node ?? process.execPath, [npm, ...flags]] : ['npm', flags]
  await mustRun('Installing the dependencies failed; see the lines above.', program, args)
}

/** @param {() => Promise<void>} body */
async function withInstallLock(body) {
  while (!(await takeLock())) await sleep(200)
  try {
    await body()
  } finally {
    await rm(lockFile, { force: true })
  }
}

/** The lock is a link to a file that already names its owner, so it is never seen half-made. */
async function takeLock() {
  const mine = `${lockFile}-${process.pid}`
  try {
    await writeFile(mine, String(process.pid))
    await link(mine, lockFile)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw new StopLine(`Cannot write to ${root}: ${codeOf(error)}. Start Mendwell as its owner.`)
    }
    if (await isLeftBehind()) await rm(lockFile, { force: true })
    return false
  } finally {
    await rm(mine, { force: true })
  }
}

async function isLeftBehind() {
  const owner = Number(await readFile(lockFile, 'utf8').catch(() => ''))
  if (!owner) return false
  try {
    process.kill(owner, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
