// Creates our metadata as a SAML service provider, and the requests that we send to a company's identity provider.
import { generateServiceProviderMetadata, SAML } from '@node-saml/node-saml'

export function serviceProviderMetadata({ metadata, acs }: ServiceProviderUrls) {
  return generateServiceProviderMetadata({
    issuer: metadata,
    callbackUrl: acs,
    wantAssertionsSigned: true,
    identifierFormat: null,
    // The id is constant, so that the metadata never changes.
    generateUniqueId: () => '_metadata',
  })
}

/**
 * Returns the URL of the identity provider with our request in its query. The company decides how users authenticate
 * there.
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

/** Returns our URLs, which the company's administrator enters in the identity provider. */
export function serviceProviderUrls(site: string) {
  return {
    /** This is both our entity id and the URL of our metadata. */
    metadata: `${site}/auth/v1/sso/saml/metadata`,
    /** Responses are posted to this URL. */
    acs: `${site}/auth/v1/sso/saml/acs`,
  }
}

export type ServiceProviderUrls = ReturnType<typeof serviceProviderUrls>

/** The settings of an SSO provider that uses SAML. */
export interface SamlSettings {
  /** The entity id of the identity provider. Its assertions name this id as their issuer. */
  entity_id: string
  sso_url: string
  /**
   * Any of these certificates may have signed a response. A new certificate can be added before the company starts to
   * use it.
   */
  certificates: readonly string[]
  attributes?: { email?: string | undefined; name?: string | undefined } | undefined
}
