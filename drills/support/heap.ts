// Measures the live heap of a server, without garbage that V8 has not collected yet.
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, temporaryFolder, until } from '../../tests/support/server.ts'

export interface Heap {
  settings: NodeJS.ProcessEnv
  /**
   * Returns the heap in megabytes after a garbage collection. The process must have been started
   * with `settings`.
   */
  measureMegabytes: (pid: number) => Promise<number>
}

export async function prepareHeapMeasurement(): Promise<Heap> {
  const file = join(await temporaryFolder(), 'heap')
  const preload = pathToFileURL(`${root}drills/support/collector.mjs`).href
  return {
    settings: { NODE_OPTIONS: `--expose-gc --import=${preload}`, HEAP_FILE: file },
    measureMegabytes: async (pid) => {
      await rm(file, { force: true })
      process.kill(pid, 'SIGUSR2')
      await until(() => existsSync(file))
      return Number(await readFile(file, 'utf8')) / 2 ** 20
    },
  }
}
