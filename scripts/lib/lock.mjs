// Provides a lock, so that only one process at a time installs or builds in this folder. The lock is a file.
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './paths.mjs'
import { StopLine } from './stop-line.mjs'

const lockFile = `${root}.prepare-lock`
const timeoutMs = 15 * 60_000

/** @param {() => Promise<void>} action */
export async function withLock(action) {
  await takeLock()
  try {
    await action()
  } finally {
    await rm(lockFile, { force: true })
  }
}

async function takeLock() {
  const deadline = Date.now() + timeoutMs
  for (let owner = await tryLock(), hasPrinted = false; owner; owner = await tryLock()) {
    if (Date.now() > deadline) {
      throw new StopLine(`${lockFile} is held by process ${owner}. If that is not so, delete it.`)
    }
    if (!hasPrinted) console.log(`Waiting for process ${owner}, which prepares this folder.`)
    hasPrinted = true
    await sleep(200)
  }
}

/**
 * Tries to take the lock. The lock is a hard link to a file that already contains the owner's pid, so no process ever
 * sees a lock without an owner. Removes the lock of a process that no longer runs, so that the next try can succeed.
 * @returns {Promise<string | undefined>} The owner's pid if another process has the lock.
 */
async function tryLock() {
  const ownFile = `${lockFile}-${process.pid}`
  try {
    await writeFile(ownFile, await identityOf(process.pid))
    await link(ownFile, lockFile)
    return undefined
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw new StopLine(`Cannot write to ${root}: ${codeOf(error)}. Start Mendwell as its owner.`)
    }
    const owner = await readFile(lockFile, 'utf8').catch(() => '')
    const [pid = ''] = owner.split(' ')
    if ((await identityOf(Number(pid))) !== owner) await rm(lockFile, { force: true })
    return pid
  } finally {
    await rm(ownFile, { force: true })
  }
}

/**
 * Returns a process's pid and start time. The pid alone is not enough, because the system reuses
 * pids.
 * @param {number} pid
 */
async function identityOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const startTime = stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''
  return isAlive(pid) ? `${pid} ${startTime}` : ''
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
