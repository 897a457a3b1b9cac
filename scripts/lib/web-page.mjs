// Builds the web page if its sources have changed. Compresses every file here, so that the server does not have to.
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
const builds = `${root}web/build`
const currentFile = `${builds}/current`
const worthCompressing = '**/*.{html,js,css,svg,json,txt,xml,webmanifest,map}'

/**
 * Each build has a separate folder, and `current` names the newest build. A running server keeps
 * serving the build that it started with.
 */
export async function buildWebPage() {
  // A package contains the built page, but not its sources.
  if (!existsSync(`${root}web/src`)) return
  const wanted = await stampOf(sources)
  if (await isCurrent(wanted)) return
  await withLock(async () => {
    if (await isCurrent(wanted)) return
    console.log('Building the web page.')
    await rm(`${builds}/${wanted}`, { recursive: true, force: true })
    await build(wanted, ['react-router', 'build'])
    // The service worker contains a list of the page's files, so it is built after the page.
    await build(wanted, ['vite', 'build', '--config', 'vite.worker.config.ts'])
    await compressAll(`${builds}/${wanted}/client`)
    await writeFile(`${currentFile}-next`, wanted)
    await rename(`${currentFile}-next`, currentFile)
    await removeOldBuilds(wanted)
  })
}

/** @param {string} wanted */
async function isCurrent(wanted) {
  return (await readFile(currentFile, 'utf8').catch(() => '')) === wanted
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
 * Keeps the previous build, because a server may still serve it.
 * @param {string} current
 */
async function removeOldBuilds(current) {
  const folders = await readdir(builds, { withFileTypes: true })
  const others = folders.filter((entry) => entry.isDirectory() && entry.name !== current)
  const ages = await Promise.all(others.map((entry) => stat(`${builds}/${entry.name}`)))
  const newest = Math.max(...ages.map(({ mtimeMs }) => mtimeMs))
  const old = others.filter((_, place) => (ages[place]?.mtimeMs ?? 0) < newest)
  await Promise.all(old.map(({ name }) => rm(`${builds}/${name}`, { recursive: true })))
}

/** @param {string} folder */
async function compressAll(folder) {
  const files = await filesIn(`${folder}/`, [worthCompressing])
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
