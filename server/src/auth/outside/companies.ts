// Companies whose people sign in at their company, each found by a domain of theirs.
import type { Company } from '../../config/company-sign-in.ts'
import { companyIdentity } from './company-identity.ts'
import { companyProviderId } from './company-provider-id.ts'
import { OpenIdProvider } from './open-id.ts'
import { callbackAt, type Provider } from './provider.ts'
import { samlProvider } from './saml/saml-provider.ts'

export function companyProviders(companies: readonly Company[], site: string): Provider[] {
  return companies.flatMap((company) => providerOf(company, site) ?? [])
}

/** A company has one of them. */
function providerOf(company: Company, site: string): Provider | undefined {
  const { oidc, saml } = company
  if (oidc) return openId(company, oidc, callbackAt(site))
  return saml && samlProvider(company, saml, site)
}

function openId(company: Company, oidc: NonNullable<Company['oidc']>, callback: string) {
  return new OpenIdProvider({
    id: companyProviderId(company),
    name: company.name,
    issuer: oidc.issuer,
    clientId: oidc.client_id,
    appClientIds: oidc.app_client_ids,
    clientSecret: oidc.client_secret,
    callback,
    isOneCompanys: true,
    identityIn: (claims) => companyIdentity(company, oidc.issuer, claims),
  })
}

/** By the domain of an address, or by the id that the operator gave. */
export function findCompany(
  companies: readonly Company[],
  { domain, id }: { domain?: string | undefined; id?: string | undefined },
) {
  return companies.find(
    (company) =>
      (id !== undefined && company.id === id.toLowerCase()) ||
      (domain !== undefined && company.domains.includes(domain.toLowerCase())),
  )
}
