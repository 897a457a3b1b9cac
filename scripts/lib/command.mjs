import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './paths.mjs'
import { StopLine } from './stop-line.mjs'

/**
 * Returns the path of an npm package's command. Run that file with `process.execPath`.
 * @param {string} name
 */
export const tool = (name) => `${root}node_modules/.bin/${name}`

/**
 * Runs a program and resolves with its exit code. The default folder is the project's root. The program prints to this
 * terminal, or to `output` if that stream is given.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: 'ignore', output?: NodeJS.WritableStream }} [options]
 * @returns {Promise<number>}
 */
export function exitCodeOf(program, args, { output, ...options } = {}) {
  return new Promise((resolve, reject) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = output ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(program, args, { cwd: root, stdio, ...options })
    if (output)
      for (const stream of [child.stdout, child.stderr]) stream?.pipe(output, { end: false })
    // Stop the program if this script gets a signal. An installation, for example, must not continue without the script.
    const stop = () => child.kill('SIGTERM')
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('SIGTERM', stop)
      process.off('SIGINT', stop)
      drainOutputs(child).then(() => resolve(code ?? 1), reject)
    })
  })
}

/**
 * Waits for output that arrives after the process has ended. The wait is limited, because children of that process
 * can keep the pipes open.
 * @param {import('node:child_process').ChildProcess} child
 */
async function drainOutputs(child) {
  const outputs = [child.stdout, child.stderr].filter((output) => output !== null)
  if (outputs.length === 0) return
  await Promise.race([once(child, 'close'), sleep(2000, undefined, { ref: false })])
  for (const output of outputs) output.destroy()
}

/**
 * Runs a program with `exitCodeOf`. If the program fails, throws an error with the given message.
 * @param {string} failure
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export async function mustRun(failure, program, args, options) {
  if ((await exitCodeOf(program, args, options)) !== 0) throw new StopLine(failure)
}
