// Runs single test files. The folder of a file tells which runner it needs.
import { browserFiles, startFiles, wireFiles } from './black-box-tests.mjs'
import { quickServerTests } from './server-tests.mjs'
import { webTests } from './web-tests.mjs'

/** @type {[folder: string, runFiles: (files: string[]) => Promise<void>][]} */
const runners = [
  ['web/', webTests],
  ['tests/conformance/', wireFiles],
  ['tests/e2e/', browserFiles],
  ['tests/start/', startFiles],
  ['', quickServerTests],
]

/**
 * @param {string[]} argumentList  Options for the runners, and paths of test files.
 */
export async function runTestFiles(argumentList) {
  const options = argumentList.filter((argument) => argument.startsWith('-'))
  const files = argumentList.filter((argument) => !argument.startsWith('-'))
  const folderOf = (/** @type {string} */ file) =>
    runners.find(([folder]) => file.startsWith(folder))?.[0]
  for (const [folder, runFiles] of runners) {
    const ownFiles = files.filter((file) => folderOf(file) === folder)
    if (ownFiles.length > 0) await runFiles([...options, ...ownFiles])
  }
}
