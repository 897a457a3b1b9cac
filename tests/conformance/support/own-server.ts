// For a file that needs other settings than everybody: what it imports after this speaks to a server of its own.
import { type Server, startServer } from '../../support/server.ts'
import { liftLimits } from './limits.ts'

interface Options {
  settings: NodeJS.ProcessEnv
  /** As strict as for anybody. */
  withLimits?: boolean
}

export async function ownServer({ settings, withLimits = false }: Options): Promise<Server> {
  const server = await startServer({ settings })
  if (!withLimits) await liftLimits(server.dataFolder)
  process.env['CONFORMANCE_URL'] = server.url
  process.env['CONFORMANCE_DATA_DIR'] = server.dataFolder
  return server
}
