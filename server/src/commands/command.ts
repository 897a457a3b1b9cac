// A command of the operator's: it does one thing, says what came of it, and ends.
import { type Config, readConfig } from '../config/config.ts'
import { Life } from '../lifecycle.ts'
import { createLog, type Log } from '../log.ts'

interface Surroundings {
  config: Config
  log: Log
  life: Life
}

/** What the work resolves with is printed; what keeps it from being done is one line and exit code 1. */
export async function runCommand(work: (surroundings: Surroundings) => Promise<string>) {
  const life = new Life()
  try {
    const config = readConfig(process.env)
    const log = createLog(config.logLevel ?? 'warn')
    const working = work({ config, log, life })
    life.endOnSignals(working, log)
    const outcome = await working
    process.stdout.write(`${outcome}\n`)
    await life.end()
  } catch (error) {
    await life.fail(error)
  }
}
