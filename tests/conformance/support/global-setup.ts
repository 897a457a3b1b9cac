// Starts one server for all test files of a run, through --test-global-setup.
import { liftLimits } from '../../support/lift-limits.ts'
import { startS3 } from '../../support/s3/s3-server.ts'
import { type Server, startServer } from '../../support/server.ts'

let server: Server | undefined
let service: Awaited<ReturnType<typeof startS3>> | undefined

export async function globalSetup() {
  if (process.env['CONFORMANCE_URL'] !== undefined) return
  // If CONFORMANCE_BUCKET is set, the server stores files in a bucket.
  if (process.env['CONFORMANCE_BUCKET'] !== undefined) {
    service = await startS3()
    process.env['CONFORMANCE_BUCKET'] = service.url
  }
  server = await startServer({ settings: service?.settings ?? {} })
  await liftLimits(server.connection)
  process.env['CONFORMANCE_URL'] = server.url
  process.env['CONFORMANCE_DATA_DIR'] = server.dataFolder
}

export async function globalTeardown() {
  await server?.stop()
  await service?.close()
}
