// We, as a company sees us: what it has to know, and what we ask it.
import { generateServiceProviderMetadata, SAML } from '@node-saml/node-saml'
import type { AddressesHere } from './addresses.ts'
import type { SamlCompany } from './company.ts'

export function metadataOf({ metadata, acs }: AddressesHere) {
  return generateServiceProviderMetadata({
    issuer: metadata,
    callbackUrl: acs,
    wantAssertionsSigned: true,
    identifierFormat: null,
    // Of its address: whoever reads it twice reads the same.
    generateUniqueId: () => '_metadata',
  })
}

/** The company's page, with our request in its address. How people prove themselves there is the company's business. */
export function requestTo(
  company: SamlCompany,
  here: AddressesHere,
  { requestId, relayState }: { requestId: string; relayState: string },
) {
  const saml = new SAML({
    issuer: here.metadata,
    callbackUrl: here.acs,
    entryPoint: company.sso_url,
    idpCert: [...company.certificates],
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  })
  return saml.getAuthorizeUrlAsync(relayState, undefined, {})
}
