// All at whom people can sign in, by the names that clients give them.
import type { Company } from '../../config/company-sign-in.ts'
import type { SocialClients } from '../../config/social-sign-in.ts'
import { AuthError } from '../errors.ts'
import { companyProviders } from './companies.ts'
import { OpenIdProvider } from './open-id.ts'
import { callbackAt, type Provider } from './provider.ts'
import { socialProviders } from './social.ts'

export interface OutsideSettings {
  companies: readonly Company[]
  social: SocialClients
}

export type Providers = ReadonlyMap<string, Provider>

export function openProviders({ companies, social }: OutsideSettings, site: string): Providers {
  const all = [...socialProviders(social, callbackAt(site)), ...companyProviders(companies, site)]
  return new Map(all.map((provider) => [provider.id, provider]))
}

export function providerNamed(providers: Providers, id: string): Provider {
  const provider = providers.get(id)
  if (provider) return provider
  throw notOffered()
}

/** One whose id tokens are taken. */
export function openIdProviderNamed(providers: Providers, id: string): OpenIdProvider {
  const provider = providers.get(id)
  if (provider instanceof OpenIdProvider) return provider
  throw notOffered()
}

function notOffered() {
  const message = 'Unsupported provider: provider is not enabled'
  return new AuthError(400, 'provider_disabled', message)
}
