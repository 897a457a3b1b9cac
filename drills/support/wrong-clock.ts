// Changes the clock of a process. The process must have been started with the clock's `settings`.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { root, temporaryFolder } from '../../tests/support/server.ts'

export interface Clock {
  settings: NodeJS.ProcessEnv
  /**
   * Sets the clock this many seconds ahead of the true time. A negative number sets the clock back.
   */
  set: (seconds: number) => Promise<void>
}

export async function movableClock(): Promise<Clock> {
  const file = join(await temporaryFolder(), 'clock')
  await writeFile(file, '0')
  const preload = pathToFileURL(`${root}drills/support/movable-clock.mjs`).href
  return {
    settings: { NODE_OPTIONS: `--import=${preload}`, CLOCK_FILE: file },
    set: async (seconds) => {
      await writeFile(file, String(seconds * 1000))
      // The process reads the file every 50 ms.
      await sleep(200)
    },
  }
}

const clientOutput = z.object({ failures: z.array(z.string()), refreshes: z.number() })

/**
 * Runs a client whose clock is wrong by this many seconds. Returns the client's failures and the
 * number of its token renewals.
 */
export async function runClientWithClock(seconds: number, url: string) {
  const { settings, set } = await movableClock()
  await set(seconds)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`${root}drills/support/wrong-client.ts`, url],
    { env: { ...process.env, ...settings }, timeout: 60_000 },
  )
  return clientOutput.parse(JSON.parse(stdout))
}
