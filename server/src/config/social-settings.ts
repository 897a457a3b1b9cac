// Reads the settings of social providers. A provider is enabled if it has a client id and a secret.
import { z } from 'zod'
import { StartupFailure } from '../startup/startup-failure.ts'
import { providerUrl } from './sso-settings.ts'

const clientId = z.string().max(500).optional()
const clientSecret = z.string().max(5000).optional()
const providerAddress = providerUrl.optional()

export const socialSettings = {
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER: providerAddress,
  APPLE_CLIENT_ID: clientId,
  APPLE_CLIENT_SECRET: clientSecret,
  APPLE_ISSUER: providerAddress,
  MICROSOFT_CLIENT_ID: clientId,
  MICROSOFT_CLIENT_SECRET: clientSecret,
  MICROSOFT_ISSUER: providerAddress,
  GITHUB_CLIENT_ID: clientId,
  GITHUB_CLIENT_SECRET: clientSecret,
  GITHUB_URL: providerAddress,
}

const schema = z.object(socialSettings)

export interface SocialClient {
  clientId: string
  /** The client ids of mobile apps, which are the audiences of the apps' ID tokens. */
  appClientIds: readonly string[]
  clientSecret: string
  /** The URL of the provider, if it is not the provider's public URL. */
  url: string | undefined
}

export interface SocialClients {
  google: SocialClient | undefined
  apple: SocialClient | undefined
  microsoft: SocialClient | undefined
  github: SocialClient | undefined
}

export function readSocialClients(settings: z.infer<typeof schema>): SocialClients {
  return {
    google: readClient('GOOGLE', {
      id: settings.GOOGLE_CLIENT_ID,
      secret: settings.GOOGLE_CLIENT_SECRET,
      url: settings.GOOGLE_ISSUER,
    }),
    apple: readClient('APPLE', {
      id: settings.APPLE_CLIENT_ID,
      secret: settings.APPLE_CLIENT_SECRET,
      url: settings.APPLE_ISSUER,
    }),
    microsoft: readClient('MICROSOFT', {
      id: settings.MICROSOFT_CLIENT_ID,
      secret: settings.MICROSOFT_CLIENT_SECRET,
      url: settings.MICROSOFT_ISSUER,
    }),
    github: readClient('GITHUB', {
      id: settings.GITHUB_CLIENT_ID,
      secret: settings.GITHUB_CLIENT_SECRET,
      url: settings.GITHUB_URL,
    }),
  }
}

interface ClientSettings {
  id: string | undefined
  secret: string | undefined
  url: string | undefined
}

function readClient(name: string, { id, secret, url }: ClientSettings): SocialClient | undefined {
  if (id !== undefined && secret !== undefined) {
    const [web = '', ...apps] = id.split(',').map((each) => each.trim())
    return { clientId: web, appClientIds: apps, clientSecret: secret, url }
  }
  if (id === undefined && secret === undefined && url === undefined) return undefined
  throw new StartupFailure(`Set ${name}_CLIENT_ID and ${name}_CLIENT_SECRET together, or neither.`)
}
