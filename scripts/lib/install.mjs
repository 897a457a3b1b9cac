// Brings node_modules to what package-lock.json says, once, also when two starts race for it.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { mustRun } from './command.mjs'
import { withLock } from './lock.mjs'
import { root } from './paths.mjs'

// Inside node_modules, so that `npm ci`, which deletes that folder, deletes the stamp with it.
const stampFile = `${root}node_modules/.boot-stamp`

export async function installDependencies() {
  if (await isInstalled()) return
  await withLock(async () => {
    if (await isInstalled()) return
    console.log('Installing dependencies. This takes a minute the first time.')
    // What builds the page is a development dependency, and needed wherever the page is built.
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

/**
 * Into a package: what the server needs, without what builds the page, and without a PostgreSQL or Node.
 * @param {string} folder
 */
export async function installServerAlone(folder) {
  await npmCi(['--omit=dev', '--workspace=server'], folder)
  await writeFile(`${folder}/node_modules/.boot-stamp`, await wantedStamp())
}

/**
 * @param {string[]} choice
 * @param {string} cwd
 */
async function npmCi(choice, cwd) {
  const flags = ['ci', ...choice, '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const [program, args] = npm ? [node ?? process.execPath, [npm, ...flags]] : ['npm', flags]
  await mustRun('Installing the dependencies failed; see the lines above.', program, args, { cwd })
}
