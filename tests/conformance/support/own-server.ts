// Starts a dedicated server for a test file with other settings. Modules imported afterwards use
// it.
import { liftLimits } from '../../support/lift-limits.ts'
import { type Server, startServer } from '../../support/server.ts'

interface Options {
  settings: NodeJS.ProcessEnv
  /** Keeps the normal limits. */
  withLimits?: boolean
}

export async function ownServer({ settings, withLimits = false }: Options): Promise<Server> {
  const server = await startServer({ settings })
  if (!withLimits) await liftLimits(server.connection)
  process.env['CONFORMANCE_URL'] = server.url
  process.env['CONFORMANCE_DATA_DIR'] = server.dataFolder
  return server
}
