// Creates the metadata of this server as a SAML service provider, and the requests to a company's identity provider.
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
 * Returns the URL of the identity provider with our request in its query. The request names no authentication method,
 * because the company chooses the method.
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

/** Returns our URLs, which the company's administrator enters into the identity provider. */
export function serviceProviderUrls(site: string) {
  return {
    /** This URL is both our entity id and the address of our metadata. */
    metadata: `${site}/auth/v1/sso/saml/metadata`,
    /** Browsers post the identity provider's responses to this URL. */
    acs: `${site}/auth/v1/sso/saml/acs`,
  }
}

export type ServiceProviderUrls = ReturnType<typeof serviceProviderUrls>

export interface SamlSettings {
  /** The entity id of the identity provider. It is the issuer of the provider's assertions. */
  entity_id: string
  sso_url: string
  /**
   * A response may be signed with any of these certificates. The operator can therefore add a new certificate before
   * the company uses it.
   */
  certificates: readonly string[]
  attributes?: { email?: string | undefined; name?: string | undefined } | undefined
}
