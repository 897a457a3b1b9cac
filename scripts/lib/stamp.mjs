// Hashes source files. Other scripts use the hash to check whether their generated files are up to date.
import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { root } from './paths.mjs'

/** @param {string[]} patterns  Glob patterns relative to the project's root. */
export async function stampOf(patterns) {
  const hash = createHash('sha256')
  for (const file of await filesIn(root, patterns)) {
    hash.update(`${file}\0`).update(await readFile(root + file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Tests and their helpers are next to the server's code, but they are not part of the program. */
const isTestCode = /(\.test\.ts|^testing(-[a-z-]+)?\.(ts|sql))$/

/**
 * Lists the files that match the patterns, without test code.
 * @param {string} cwd
 * @param {string[]} patterns
 */
export async function filesIn(cwd, patterns) {
  const entries = await Array.fromAsync(glob(patterns, { cwd, withFileTypes: true }))
  const files = entries.filter((entry) => entry.isFile() && !isTestCode.test(entry.name))
  return files.map((file) => `${file.parentPath}/${file.name}`.slice(cwd.length)).toSorted()
}
