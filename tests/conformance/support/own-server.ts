// For a file that needs other settings. Modules that it imports afterwards use a server of its own.
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
