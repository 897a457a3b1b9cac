// Provides the server at CONFORMANCE_URL, which global-setup.ts, own-server.ts or the operator sets. Without this
// variable, starts a new server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { liftLimits } from '../../support/lift-limits.ts'
import { startServer } from '../../support/server.ts'

const key = z.looseObject({ kid: z.string(), kty: z.literal('EC') })
const secretsFile = z.object({
  jwtSecret: z.string(),
  anonKey: z.string(),
  serviceRoleKey: z.string(),
  signingKeys: z.tuple([key], key),
})

export interface Target {
  url: string
  dataFolder: string
}

export const target = await resolveTarget()
export const secrets = secretsOf(target)

async function resolveTarget(): Promise<Target> {
  const { CONFORMANCE_URL: url, CONFORMANCE_DATA_DIR: dataFolder } = process.env
  if (url !== undefined && dataFolder !== undefined) return { url, dataFolder }
  const server = await startServer()
  await liftLimits(server.connection)
  return server
}

function secretsOf({ dataFolder }: Target) {
  return secretsFile.parse(JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8')))
}
