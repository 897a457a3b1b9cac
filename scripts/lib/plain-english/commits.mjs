// Checks the subjects of all commits that are newer than this check.
import { execFileSync } from 'node:child_process'
import { root } from '../paths.mjs'
import { checkText } from './findings.mjs'

const checks = 'scripts/lib/static-checks.mjs'
const lintImport = "from './plain-english.mjs'"

/**
 * Returns the checked subjects, newest first. Returns an empty list if the git history is not complete.
 * @returns {import('./findings.mjs').CheckedText[]}
 */
export function checkCommits() {
  try {
    if (git('rev-parse', '--is-shallow-repository') !== 'false') return []
    const added = git('log', `-S${lintImport}`, '--format=%H', '--', checks).split('\n').at(-1)
    if (!added) return []
    const log = git('log', '--no-merges', '--format=%h %s', `${added}..HEAD`)
    return log.split('\n').filter(Boolean).map(checkCommit)
  } catch {
    return []
  }
}

/** @param {string} entry */
function checkCommit(entry) {
  const space = entry.indexOf(' ')
  const text = entry.slice(space + 1)
  return checkText(`commit ${entry.slice(0, space)}`, { kind: 'commit', line: 1, text })
}

/** @param {string[]} args */
function git(...args) {
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'ignore'])
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: [...stdio] }).trim()
}
