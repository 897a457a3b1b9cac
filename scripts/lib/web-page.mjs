// Builds the web page if its sources have changed. Also compresses the text files, so that the server does not have to.
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { mustRun, tool } from './command.mjs'
import { withLock } from './lock.mjs'
import { root } from './paths.mjs'
import { filesIn, stampOf } from './stamp.mjs'

const sources = [
  'package-lock.json',
  'web/{package,tsconfig}.json',
  'web/*.ts',
  'web/{src,public}/**/*',
  'contract/*.ts',
]
const buildFolder = `${root}web/build`
const currentFile = `${buildFolder}/current`
const compressibleFiles = '**/*.{html,js,css,svg,json,txt,xml,webmanifest,map}'

/**
 * Each build has a separate folder, and the file `current` names the newest build. A running server
 * keeps serving the build with which it started.
 */
export async function buildWebPage() {
  // A package contains the built page, but not its sources.
  if (!existsSync(`${root}web/src`)) return
  const wantedStamp = await stampOf(sources)
  if (await isCurrent(wantedStamp)) return
  await withLock(async () => {
    if (await isCurrent(wantedStamp)) return
    console.log('Building the web page.')
    await rm(`${buildFolder}/${wantedStamp}`, { recursive: true, force: true })
    await build(wantedStamp, ['react-router', 'build'])
    // The service worker contains a list of the page's files, so it is built after the page.
    await build(wantedStamp, ['vite', 'build', '--config', 'vite.worker.config.ts'])
    await compressAll(`${buildFolder}/${wantedStamp}/client`)
    await writeFile(`${currentFile}-next`, wantedStamp)
    await rename(`${currentFile}-next`, currentFile)
    await removeOldBuilds(wantedStamp)
  })
}

/** @param {string} wantedStamp */
async function isCurrent(wantedStamp) {
  return (await readFile(currentFile, 'utf8').catch(() => '')) === wantedStamp
}

/**
 * @param {string} name
 * @param {[tool: string, ...args: string[]]} command
 */
async function build(name, [program, ...args]) {
  const command = [tool(program), ...args, '--logLevel', 'warn']
  await mustRun('Building the web page failed; see the lines above.', process.execPath, command, {
    cwd: `${root}web`,
    env: { ...process.env, WEB_BUILD: name },
  })
}

/**
 * Removes all builds except the current and the previous one, because a server may still serve the
 * previous one.
 * @param {string} current
 */
async function removeOldBuilds(current) {
  const folders = await readdir(buildFolder, { withFileTypes: true })
  const previousBuilds = folders.filter((entry) => entry.isDirectory() && entry.name !== current)
  const buildStats = await Promise.all(
    previousBuilds.map((entry) => stat(`${buildFolder}/${entry.name}`)),
  )
  const newest = Math.max(...buildStats.map(({ mtimeMs }) => mtimeMs))
  const outdatedBuilds = previousBuilds.filter(
    (_, index) => (buildStats[index]?.mtimeMs ?? 0) < newest,
  )
  await Promise.all(
    outdatedBuilds.map(({ name }) => rm(`${buildFolder}/${name}`, { recursive: true })),
  )
}

/** @param {string} folder */
async function compressAll(folder) {
  const files = await filesIn(`${folder}/`, [compressibleFiles])
  await Promise.all(files.map((file) => compress(`${folder}/${file}`)))
}

/** @param {string} file */
async function compress(file) {
  const bytes = await readFile(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, quality),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
