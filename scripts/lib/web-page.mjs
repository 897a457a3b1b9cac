// Builds the web page when its sources are not those of the last build, and compresses every file
// once, so that the server only sends bytes.
import { createHash } from 'node:crypto'
import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { mustRun, tool } from './command.mjs'
import { root } from './paths.mjs'

const sources = [
  'package-lock.json',
  'web/{package,tsconfig}.json',
  'web/*.ts',
  'web/{src,public}/**/*',
]
const built = `${root}web/build/client`
const stampFile = `${root}web/build/.stamp`
const worthCompressing = '**/*.{html,js,css,svg,json,txt,xml,webmanifest,map}'

export async function buildWebPage() {
  const wanted = await stampOfSources()
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === wanted) return
  console.log('Building the web page.')
  await rm(`${root}web/build`, { recursive: true, force: true })
  const build = [tool('react-router'), 'build']
  await mustRun('Building the web page failed; see the lines above.', process.execPath, build, {
    cwd: `${root}web`,
  })
  await compressAll()
  await writeFile(stampFile, wanted)
}

async function stampOfSources() {
  const hash = createHash('sha256')
  for (const file of await filesIn(root, sources)) {
    hash.update(`${file}\0`).update(await readFile(root + file))
  }
  return hash.digest('hex')
}

async function compressAll() {
  const files = await filesIn(`${built}/`, [worthCompressing])
  await Promise.all(files.map((file) => compress(`${built}/${file}`)))
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

/**
 * @param {string} cwd
 * @param {string[]} patterns
 */
async function filesIn(cwd, patterns) {
  const entries = await Array.fromAsync(glob(patterns, { cwd, withFileTypes: true }))
  const files = entries.filter((entry) => entry.isFile())
  return files.map((file) => `${file.parentPath}/${file.name}`.slice(cwd.length)).toSorted()
}
