import { z } from 'zod'
import type { Call } from '../call.ts'
import { AuthError, invalid } from '../errors.ts'
import { challenge, read } from '../read.ts'
import { findCompany } from './companies.ts'
import { companyProviderId } from './company-provider-id.ts'
import { providerNamed } from './providers.ts'
import { queryOf } from './query-of.ts'

const body = z.object({
  domain: z.string().max(255).nullish(),
  provider_id: z.string().max(100).nullish(),
  redirect_to: z.string().max(2000).nullish(),
  skip_http_redirect: z.boolean().nullish(),
  ...challenge,
})
type Body = z.infer<typeof body>

/** Where the people of a company sign in. The way begins there, in the browser that goes it. */
export const sso: Call = {
  method: 'POST',
  path: '/sso',
  answer: async ({ settings, providers }, request, reply) => {
    if (settings.companies.length === 0) throw noCompanies()
    const given = read(body, request.body)
    const { domain, provider_id: id } = given
    if (!domain === !id) throw invalid('Provide either the domain or the provider_id, and not both')
    const company = findCompany(settings.companies, {
      domain: domain ?? undefined,
      id: id ?? undefined,
    })
    if (!company) throw noCompany()
    const provider = providerNamed(providers, companyProviderId(company))
    const url = `${settings.site}/auth/v1/authorize?${queryFor(provider.id, given).toString()}`
    return given.skip_http_redirect ? { url } : reply.redirect(url, 303)
  },
}

function queryFor(provider: string, given: Body) {
  const { redirect_to, code_challenge, code_challenge_method } = given
  return queryOf({ provider, redirect_to, code_challenge, code_challenge_method })
}

/** In the words of the dialect, whichever way a company would have gone. */
function noCompanies() {
  return new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

function noCompany() {
  const message = 'No SSO provider assigned for this domain'
  return new AuthError(404, 'sso_provider_not_found', message)
}
