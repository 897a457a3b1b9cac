// One server for all files of a run. Loaded by the test runner: --test-global-setup.
import { type Server, startServer } from '../../support/server.ts'
import { liftLimits } from './limits.ts'

let server: Server | undefined

export async function globalSetup() {
  if (process.env['CONFORMANCE_URL'] !== undefined) return
  server = await startServer()
  await liftLimits(server.dataFolder)
  process.env['CONFORMANCE_URL'] = server.url
  process.env['CONFORMANCE_DATA_DIR'] = server.dataFolder
}

export async function globalTeardown() {
  await server?.stop()
}
