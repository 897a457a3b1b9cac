// Signs users in with an SSO provider that uses SAML 2.0.
import type { SsoProviderSettings } from '../../config/sso-settings.ts'
import { type OAuthState, type Provider, ssoProviderId } from '../oauth/provider.ts'
import { authnRequestUrl, type SamlSettings, serviceProviderUrls } from './service-provider.ts'
import { verifyResponse } from './verify-response.ts'

export function samlProvider(
  settings: SsoProviderSettings,
  saml: SamlSettings,
  site: string,
): Provider {
  const urls = serviceProviderUrls(site)
  const id = ssoProviderId(settings)
  return {
    id,
    name: settings.name,
    method: 'sso/saml',
    usesFormPost: true,
    begin: async (state) => {
      const ids = { requestId: requestIdOf(state), relayState: state.state }
      return new URL(await authnRequestUrl(saml, urls, ids))
    },
    finish: async (state, parameters) => {
      const encoded = parameters.get('SAMLResponse') ?? ''
      const user = await verifyResponse(saml, urls, { encoded, requestId: requestIdOf(state) })
      const { subject, email, name } = user
      const metadata = name === undefined ? {} : { name, full_name: name }
      return { provider: id, subject, email, emailVerified: true, metadata, ssoProvider: settings }
    },
  }
}

/**
 * Returns a request id, which is unique for each sign-in. It begins with an underscore, because XML ids must not begin
 * with a digit.
 */
function requestIdOf({ nonce }: OAuthState) {
  return `_${nonce}`
}
