import { type Config, readConfig } from '../config/config.ts'
import { Lifecycle } from '../lifecycle.ts'
import { createLog, type Log } from '../log.ts'
import { StartupFailure } from '../startup/startup-failure.ts'

interface CommandContext {
  config: Config
  log: Log
  lifecycle: Lifecycle
}

/**
 * Runs an operator's command and prints the text that `work` resolves with. If `work` fails, prints the reason and
 * exits with code 1.
 */
export async function runCommand(work: (context: CommandContext) => Promise<string>) {
  const lifecycle = new Lifecycle()
  try {
    const config = readConfig(process.env)
    const log = createLog(config.logLevel ?? 'warn')
    const working = work({ config, log, lifecycle })
    lifecycle.stopOnSignals(working, log)
    const message = await working
    process.stdout.write(`${message}\n`)
    await lifecycle.finish()
  } catch (error) {
    await lifecycle.fail(error)
  }
}

/** Throws if the database is external, because the tools of that database make and restore its backups. */
export function requireEmbeddedDatabase({ databaseUrls }: Config) {
  if (databaseUrls === undefined) return
  throw new StartupFailure(
    'With DATABASE_URL backups are made with the tools of that database: ' +
      'docs/operations/backups.md says how, and in which order.',
  )
}
