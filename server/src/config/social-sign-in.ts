// The settings of the great providers of sign-in: each is on once it has an id and a secret.
import { z } from 'zod'
import { StartupFailure } from '../startup/startup-failure.ts'
import { providerUrl } from './company-sign-in.ts'

const clientId = z.string().max(500).optional()
const clientSecret = z.string().max(5000).optional()
const address = providerUrl.optional()

export const socialSettings = {
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER: address,
  APPLE_CLIENT_ID: clientId,
  APPLE_CLIENT_SECRET: clientSecret,
  APPLE_ISSUER: address,
  MICROSOFT_CLIENT_ID: clientId,
  MICROSOFT_CLIENT_SECRET: clientSecret,
  MICROSOFT_ISSUER: address,
  GITHUB_CLIENT_ID: clientId,
  GITHUB_CLIENT_SECRET: clientSecret,
  GITHUB_URL: address,
}

const given = z.object(socialSettings)

export interface SocialClient {
  clientId: string
  /** Of our apps, whose tokens are for themselves. */
  appClientIds: readonly string[]
  clientSecret: string
  /** Where it is, if not where everybody's is. */
  address: string | undefined
}

export interface SocialClients {
  google: SocialClient | undefined
  apple: SocialClient | undefined
  microsoft: SocialClient | undefined
  github: SocialClient | undefined
}

export function socialClientsIn(settings: z.infer<typeof given>): SocialClients {
  return {
    google: clientOf('GOOGLE', {
      id: settings.GOOGLE_CLIENT_ID,
      secret: settings.GOOGLE_CLIENT_SECRET,
      address: settings.GOOGLE_ISSUER,
    }),
    apple: clientOf('APPLE', {
      id: settings.APPLE_CLIENT_ID,
      secret: settings.APPLE_CLIENT_SECRET,
      address: settings.APPLE_ISSUER,
    }),
    microsoft: clientOf('MICROSOFT', {
      id: settings.MICROSOFT_CLIENT_ID,
      secret: settings.MICROSOFT_CLIENT_SECRET,
      address: settings.MICROSOFT_ISSUER,
    }),
    github: clientOf('GITHUB', {
      id: settings.GITHUB_CLIENT_ID,
      secret: settings.GITHUB_CLIENT_SECRET,
      address: settings.GITHUB_URL,
    }),
  }
}

interface Given {
  id: string | undefined
  secret: string | undefined
  address: string | undefined
}

function clientOf(name: string, { id, secret, address: place }: Given): SocialClient | undefined {
  if (id !== undefined && secret !== undefined) {
    const [web = '', ...apps] = id.split(',').map((each) => each.trim())
    return { clientId: web, appClientIds: apps, clientSecret: secret, address: place }
  }
  if (id === undefined && secret === undefined && place === undefined) return undefined
  throw new StartupFailure(`Set ${name}_CLIENT_ID and ${name}_CLIENT_SECRET together, or neither.`)
}
