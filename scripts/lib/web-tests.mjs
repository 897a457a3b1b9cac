import { mustRun, tool } from './command.mjs'
import { root } from './paths.mjs'

/**
 * Runs the tests of the web app, or only the given files. Functions are tested in Node.js, and components in jsdom.
 * @param {string[]} files
 */
export async function webTests(files = []) {
  console.log('\n- web tests')
  const paths = files.map((file) => file.replace(/^web\//, ''))
  const args = [tool('vitest'), 'run', ...paths]
  await mustRun('Failed: web tests.', process.execPath, args, { cwd: `${root}web` })
}
