// Checks whether all texts are in plain English. For example, no sentence may start with "What ..." or "Who ..."
// instead of a subject, and no word may be archaic.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { root } from './paths.mjs'
import { checkCommits } from './plain-english/commits.mjs'
import { checkSource, lineOf } from './plain-english/findings.mjs'
import { isChecked } from './plain-english/texts.mjs'

/** @typedef {import('./plain-english/findings.mjs').CheckedText} CheckedText */

/** Prints every finding and returns their number. */
export function plainEnglish() {
  const texts = [...checkFiles(), ...checkCommits()]
  const findings = texts.flatMap((text) => text.findings)
  for (const finding of findings) console.log(lineOf(finding))
  return findings.length
}

/**
 * Checks the files below the given paths, or all files if no path is given.
 * @param {string[]} [paths]
 * @returns {CheckedText[]}
 */
export function checkFiles(paths = []) {
  const topFolders = paths
    .map((path) => path.replace(/^\.\/|\/$/g, ''))
    .filter((path) => path !== '.')
  const isWanted = (/** @type {string} */ path) =>
    topFolders.length === 0 ||
    topFolders.some((topFolder) => path === topFolder || path.startsWith(`${topFolder}/`))
  return allFiles()
    .filter((path) => isWanted(path) && isChecked(path))
    .flatMap((path) => checkSource(path, readFileSync(root + path, 'utf8')))
}

/** Lists the files that git does not ignore. Outside of a git repository, lists all files. */
function allFiles() {
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    const list = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const paths = new Set(list.split('\0'))
    return [...paths].filter((path) => path && existsSync(root + path))
  } catch {
    return filesBelow('')
  }
}

const skippedFolders = new Set(['node_modules', 'data', 'build', 'backups', 'test-results', '.git'])

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name
    if (entry.isFile()) return [path]
    return entry.isDirectory() && !skippedFolders.has(entry.name) ? filesBelow(`${path}/`) : []
  })
}
