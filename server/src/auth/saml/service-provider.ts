// We as a SAML service provider: our metadata, and the requests that we send to a company's identity provider.
import { generateServiceProviderMetadata, SAML } from '@node-saml/node-saml'

export function serviceProviderMetadata({ metadata, acs }: ServiceProviderUrls) {
  return generateServiceProviderMetadata({
    issuer: metadata,
    callbackUrl: acs,
    wantAssertionsSigned: true,
    identifierFormat: null,
    // A constant id, so that the metadata never changes.
    generateUniqueId: () => '_metadata',
  })
}

/**
 * The URL of the identity provider with our request in its query. How users authenticate there is up to the company.
 */
export function authnRequestUrl(
  settings: SamlSettings,
  urls: ServiceProviderUrls,
  { requestId, relayState }: { requestId: string; relayState: string },
) {
  const saml = new SAML({
    issuer: urls.metadata,
    callbackUrl: urls.acs,
    entryPoint: settings.sso_url,
    idpCert: [...settings.certificates],
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  })
  return saml.getAuthorizeUrlAsync(relayState, undefined, {})
}

/** Our URLs, which the administrator of the company enters there. */
export function serviceProviderUrls(site: string) {
  return {
    /** Our entity id, and the URL of our metadata. */
    metadata: `${site}/auth/v1/sso/saml/metadata`,
    /** The URL to which responses are posted. */
    acs: `${site}/auth/v1/sso/saml/acs`,
  }
}

export type ServiceProviderUrls = ReturnType<typeof serviceProviderUrls>

/** The settings of an SSO provider that uses SAML. */
export interface SamlSettings {
  /** The entity id of the identity provider, which its assertions name as issuer. */
  entity_id: string
  sso_url: string
  /** Any of them may sign, so that a new certificate can be added before the company switches to it. */
  certificates: readonly string[]
  attributes?: { email?: string | undefined; name?: string | undefined } | undefined
}
