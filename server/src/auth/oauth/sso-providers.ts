// Finds and opens SSO providers. An SSO provider is the identity provider of a company, through which the company's
// employees sign in. Clients find the provider by the company's email domains.
import { isGoogleIssuer, type SsoProviderSettings } from '../../config/sso-settings.ts'
import { AuthError } from '../errors.ts'
import { samlProvider } from '../saml/saml-provider.ts'
import { isTrue, readEmail, readProfile, readSubject } from './claims.ts'
import { type Claims, OpenIdProvider } from './openid-provider.ts'
import { callbackUrl, type Provider, type ProviderAccount, ssoProviderId } from './provider.ts'

export function openSsoProviders(
  allSettings: readonly SsoProviderSettings[],
  site: string,
): Provider[] {
  return allSettings.flatMap((settings) => openSsoProvider(settings, site) ?? [])
}

function openSsoProvider(settings: SsoProviderSettings, site: string): Provider | undefined {
  const { oidc, saml } = settings
  if (oidc) return openIdSsoProvider(settings, oidc, callbackUrl(site))
  return saml && samlProvider(settings, saml, site)
}

function openIdSsoProvider(
  settings: SsoProviderSettings,
  oidc: NonNullable<SsoProviderSettings['oidc']>,
  callback: string,
) {
  return new OpenIdProvider({
    id: ssoProviderId(settings),
    name: settings.name,
    issuer: oidc.issuer,
    clientId: oidc.client_id,
    appClientIds: oidc.app_client_ids,
    clientSecret: oidc.client_secret,
    callback,
    isSingleTenant: true,
    readAccount: (claims) => readSsoAccount(settings, oidc.issuer, claims),
  })
}

export function findSsoProvider(
  allSettings: readonly SsoProviderSettings[],
  { domain, id }: { domain?: string | undefined; id?: string | undefined },
) {
  return allSettings.find(
    (settings) =>
      (id !== undefined && settings.id === id.toLowerCase()) ||
      (domain !== undefined && settings.domains.includes(domain.toLowerCase())),
  )
}

/** Reads the account from the claims of an SSO provider that uses OpenID Connect. */
export function readSsoAccount(
  settings: SsoProviderSettings,
  issuer: string,
  claims: Claims,
): ProviderAccount {
  if (isGoogleIssuer(issuer)) requireGoogleDomain(settings, claims)
  const { email_verified: verified } = claims
  return {
    provider: ssoProviderId(settings),
    subject: readSubject(claims),
    email: readEmail(claims),
    // An email without the claim email_verified counts as verified, because oauth-sign-in.ts refuses emails outside of
    // the company's domains. If the claim is present, it must be true.
    emailVerified: verified === undefined || isTrue(verified),
    metadata: readProfile(claims),
    ssoProvider: settings,
  }
}

/**
 * Throws unless the `hd` claim names one of the company's domains. An employee can create a private Google account with
 * the company's email, and can keep that account after leaving the company. Only `hd` identifies current employees.
 */
function requireGoogleDomain({ name, domains }: SsoProviderSettings, { hd: domain }: Claims) {
  if (typeof domain === 'string' && domains.includes(domain.toLowerCase())) return
  throw new AuthError(
    403,
    'email_address_not_authorized',
    `This account does not belong to ${name}.`,
  )
}
