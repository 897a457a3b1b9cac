import { spawn } from 'node:child_process'
import { root } from './paths.mjs'
import { StopLine } from './stop-line.mjs'

/**
 * The script behind a tool that a package brings; run it with `process.execPath`.
 * @param {string} name
 */
export const tool = (name) => `${root}node_modules/.bin/${name}`

/**
 * Runs a program with this terminal, in the project's root if not told otherwise, and resolves with
 * its exit code.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: 'ignore' }} [options]
 * @returns {Promise<number>}
 */
export function exitCodeOf(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    // Whoever stops this script stops what it runs: half an install must not go on alone.
    const stop = () => child.kill('SIGTERM')
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('SIGTERM', stop)
      process.off('SIGINT', stop)
      resolve(code ?? 1)
    })
  })
}

/**
 * The same, but a failure ends the script with the given line.
 * @param {string} failure
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export async function mustRun(failure, program, args, options) {
  if ((await exitCodeOf(program, args, options)) !== 0) throw new StopLine(failure)
}
