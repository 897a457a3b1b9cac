// Starts a dedicated server for one test file. Modules that the file imports afterwards use this server.
import { liftLimits } from '../../support/lift-limits.ts'
import { type Server, startServer } from '../../support/server.ts'

interface Options {
  settings: NodeJS.ProcessEnv
  /** Whether to keep the default rate limits instead of lifting them. */
  withLimits?: boolean
}

export async function startOwnServer({ settings, withLimits = false }: Options): Promise<Server> {
  const server = await startServer({ settings })
  if (!withLimits) await liftLimits(server.connection)
  process.env['CONFORMANCE_URL'] = server.url
  process.env['CONFORMANCE_DATA_DIR'] = server.dataFolder
  return server
}
