// Defines the SAML routes. Browsers post the responses of a company's identity provider here, and administrators fetch
// our metadata.
import { z } from 'zod'
import type { Route } from '../auth-dependencies.ts'
import { unknownState } from '../oauth/oauth-state.ts'
import { parse } from '../parse-request.ts'
import { toQuery } from '../redirects.ts'
import { serviceProviderMetadata, serviceProviderUrls } from '../saml/service-provider.ts'
import { finishOAuth } from './callback.ts'

const formSchema = z.object({
  SAMLResponse: z.string().optional(),
  RelayState: z.string().optional(),
})

export const samlAcs: Route = {
  method: 'POST',
  path: '/sso/saml/acs',
  // A response can be large, for example if it lists all groups of a user.
  bodyLimitBytes: 512 * 1024,
  handle: (auth, request, reply) =>
    finishOAuth(auth, request, reply, () => {
      const { SAMLResponse, RelayState } = parse(formSchema, request.body)
      // Refuse a sign-in that starts at the identity provider. Its RelayState is missing or contains a URL instead of
      // our state.
      if (!RelayState) throw unknownState()
      return { state: RelayState, parameters: toQuery({ SAMLResponse }) }
    }),
}

/** The metadata is available before a company is configured, because the company's administrator needs it first. */
export const samlMetadata: Route = {
  method: 'GET',
  path: '/sso/saml/metadata',
  handle: async ({ settings }, _request, reply) =>
    reply
      .type('application/samlmetadata+xml')
      .send(serviceProviderMetadata(serviceProviderUrls(settings.site))),
}
