// Runs the given test files. The folder of a file determines its test runner.
import { runInBrowser, startTests, wireTests } from './black-box-tests.mjs'
import { quickServerTests } from './server-tests.mjs'
import { StopLine } from './stop-line.mjs'
import { webTests } from './web-tests.mjs'

/** @type {[folder: string, runFiles: (files: string[]) => Promise<void>][]} */
const runners = [
  ['web/', webTests],
  ['tests/conformance/', wireTests],
  ['tests/e2e/', runInBrowser],
  ['tests/start/', startTests],
  ['', quickServerTests],
]

/**
 * @param {string[]} argumentList  Options for the runners, and paths of test files.
 */
export async function runTestFiles(argumentList) {
  const options = argumentList.filter((argument) => argument.startsWith('-'))
  const files = argumentList.filter((argument) => !argument.startsWith('-'))
  if (files.length === 0) throw new StopLine('Name at least one test file after the options.')
  const runnerOf = (/** @type {string} */ file) =>
    runners.find(([folder]) => file.startsWith(folder))
  for (const [runner, ownFiles] of Map.groupBy(files, runnerOf)) {
    await runner?.[1]([...options, ...ownFiles])
  }
}
