import { z } from 'zod'
import type { Route } from '../auth-dependencies.ts'
import { AuthError, invalid } from '../errors.ts'
import { ssoProviderId } from '../oauth/provider.ts'
import { findProvider } from '../oauth/providers.ts'
import { findSsoProvider } from '../oauth/sso-providers.ts'
import { parse, pkceFields } from '../parse-request.ts'
import { toQuery } from '../redirects.ts'

const bodySchema = z.object({
  domain: z.string().max(255).nullish(),
  provider_id: z.string().max(100).nullish(),
  redirect_to: z.string().max(2000).nullish(),
  skip_http_redirect: z.boolean().nullish(),
  ...pkceFields,
})
type Body = z.infer<typeof bodySchema>

/**
 * Finds a company's SSO provider and returns a URL of this server. The sign-in starts when the browser opens this URL.
 */
export const sso: Route = {
  method: 'POST',
  path: '/sso',
  handle: async ({ settings, providers }, request, reply) => {
    if (settings.ssoProviders.length === 0) throw ssoDisabled()
    const body = parse(bodySchema, request.body)
    const { domain, provider_id: id } = body
    if (!domain === !id) throw invalid('Provide either the domain or the provider_id, and not both')
    const ssoProvider = findSsoProvider(settings.ssoProviders, {
      domain: domain ?? undefined,
      id: id ?? undefined,
    })
    if (!ssoProvider) throw ssoProviderNotFound()
    const provider = findProvider(providers, ssoProviderId(ssoProvider))
    const url = `${settings.site}/auth/v1/authorize?${authorizeQueryFor(provider.id, body).toString()}`
    return body.skip_http_redirect ? { url } : reply.redirect(url, 303)
  },
}

function authorizeQueryFor(provider: string, body: Body) {
  const { redirect_to, code_challenge, code_challenge_method } = body
  return toQuery({ provider, redirect_to, code_challenge, code_challenge_method })
}

/** Uses an error code of SAML also for OpenID Connect, because clients know no other code. */
function ssoDisabled() {
  return new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

function ssoProviderNotFound() {
  const message = 'No SSO provider assigned for this domain'
  return new AuthError(404, 'sso_provider_not_found', message)
}
