import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type LoadCommand, type Target, type LoadResult, loadResult } from './load-messages.ts'

const program = fileURLToPath(new URL('../load.ts', import.meta.url))

/**
 * Starts a load generator in a child process. The returned function `run` sends one command to that
 * process and returns the result.
 */
export function startLoad(target: Target) {
  const child = fork(program, [JSON.stringify(target)])
  return {
    async run(order: LoadCommand): Promise<LoadResult> {
      child.send(order)
      return loadResult.parse(await nextMessage(child))
    },
    stop: () => child.kill(),
  }
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The load generator has ended.'))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message)
    })
  })
}
