// Installs the packages of package-lock.json. Two processes that start at the same time install them only once.
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { mustRun } from './command.mjs'
import { withLock } from './lock.mjs'
import { root } from './paths.mjs'

// This file is inside node_modules, so `npm ci` deletes the file together with the folder.
const stampFile = `${root}node_modules/.boot-stamp`

export async function installDependencies() {
  if (await isInstalled()) return
  await withLock(async () => {
    if (await isInstalled()) return
    console.log('Installing dependencies. This takes a minute the first time.')
    // Vite is a development dependency, but every machine that builds the page needs it.
    await npmCi(['--include=dev'], root)
    await writeFile(stampFile, await wantedStamp())
  })
}

async function isInstalled() {
  const stamp = await readFile(stampFile, 'utf8').catch(() => '')
  return stamp === (await wantedStamp())
}

async function wantedStamp() {
  const lock = await readFile(`${root}package-lock.json`)
  const parts = [process.platform, process.arch]
  return createHash('sha256').update(lock).update(parts.join()).digest('hex')
}

/** `@tus/server` depends on two Redis clients. It uses neither of them for uploads to a folder. */
const unusedPackages = ['@redis', 'ioredis']

/**
 * Installs the server's dependencies into a package folder. Build tools, PostgreSQL and Node.js are left out.
 * @param {string} folder
 */
export async function installServerAlone(folder) {
  await npmCi(['--omit=dev', '--workspace=server'], folder)
  for (const name of unusedPackages) {
    await rm(`${folder}/node_modules/${name}`, { recursive: true })
  }
  await writeFile(`${folder}/node_modules/.boot-stamp`, await wantedStamp())
}

/**
 * @param {string[]} installOptions
 * @param {string} cwd
 */
async function npmCi(installOptions, cwd) {
  const flags = ['ci', ...installOptions, '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const [program, args] = npm ? [node ?? process.execPath, [npm, ...flags]] : ['npm', flags]
  await mustRun('Installing the dependencies failed; see the lines above.', program, args, { cwd })
}
