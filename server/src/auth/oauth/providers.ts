// Opens the configured sign-in providers, and finds them by the ids that clients use.
import type { SocialClient, SocialClients } from '../../config/social-settings.ts'
import type { SsoProviderSettings } from '../../config/sso-settings.ts'
import { AuthError } from '../errors.ts'
import { isTrue, readEmail, readProfile, readSubject } from './claims.ts'
import { githubProvider } from './github-provider.ts'
import { type Claims, OpenIdProvider } from './openid-provider.ts'
import { callbackUrl, type Provider, type ProviderAccount } from './provider.ts'
import { openSsoProviders } from './sso-providers.ts'

interface ProviderSettings {
  sso: readonly SsoProviderSettings[]
  social: SocialClients
}

export type Providers = ReadonlyMap<string, Provider>

export function openProviders({ sso, social }: ProviderSettings, site: string): Providers {
  const all = [...socialProviders(social, callbackUrl(site)), ...openSsoProviders(sso, site)]
  return new Map(all.map((provider) => [provider.id, provider]))
}

export function findProvider(providers: Providers, id: string): Provider {
  const provider = providers.get(id)
  if (provider) return provider
  throw providerDisabled()
}

/** Finds a provider that uses OpenID Connect. Throws if no such provider has this id. */
export function findOpenIdProvider(providers: Providers, id: string): OpenIdProvider {
  const provider = providers.get(id)
  if (provider instanceof OpenIdProvider) return provider
  throw providerDisabled()
}

function providerDisabled() {
  const message = 'Unsupported provider: provider is not enabled'
  return new AuthError(400, 'provider_disabled', message)
}

interface SocialProvider {
  /** The id that clients use. */
  id: string
  name: string
  issuer: string
  scope?: string
  isFormPost?: boolean
  /** The claim that states whether the email is verified. */
  verifiedClaim: string
}

const google: SocialProvider = {
  id: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  verifiedClaim: 'email_verified',
}

const apple: SocialProvider = {
  id: 'apple',
  name: 'Apple',
  issuer: 'https://appleid.apple.com',
  scope: 'openid email',
  isFormPost: true,
  verifiedClaim: 'email_verified',
}

/**
 * Administrators of a Microsoft directory can enter any email for a user. Only the claim xms_edov shows that Microsoft
 * verified the email.
 */
const microsoft: SocialProvider = {
  id: 'azure',
  name: 'Microsoft',
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  verifiedClaim: 'xms_edov',
}

function socialProviders(clients: SocialClients, callback: string): Provider[] {
  const open = (kind: SocialProvider, client: SocialClient | undefined) =>
    client && new OpenIdProvider({ ...optionsFor(kind, client), callback })
  return [
    open(google, clients.google),
    open(apple, clients.apple),
    open(microsoft, clients.microsoft),
    clients.github && gitHubAtItsAddress(clients.github, callback),
  ].filter((provider) => provider !== undefined)
}

function optionsFor({ verifiedClaim, ...kind }: SocialProvider, client: SocialClient) {
  const { url, ...credentials } = client
  const readAccount = (claims: Claims): ProviderAccount => ({
    provider: kind.id,
    subject: readSubject(claims),
    issuer: typeof claims['iss'] === 'string' ? claims['iss'] : undefined,
    email: readEmail(claims),
    emailVerified: isTrue(claims[verifiedClaim]),
    metadata: readProfile(claims),
  })
  return { ...kind, issuer: url ?? kind.issuer, ...credentials, readAccount }
}

/** GitHub user ids are unique only within one GitHub server, so the provider account includes the server's address. */
function gitHubAtItsAddress(client: SocialClient, callback: string): Provider {
  const provider = githubProvider(client, callback)
  const base = client.url?.replace(/\/$/u, '')
  const issuer = base === undefined ? 'https://api.github.com' : `${base}/api/v3`
  const finish: Provider['finish'] = async (...parameters) => ({
    ...(await provider.finish(...parameters)),
    issuer,
  })
  return { ...provider, finish }
}
