// A company that signs its people in by SAML 2.0.
import type { Company } from '../../../config/company-sign-in.ts'
import { companyProviderId } from '../company-provider-id.ts'
import type { Provider, Visit } from '../provider.ts'
import { addressesAt } from './addresses.ts'
import type { SamlCompany } from './company.ts'
import { requestTo } from './ours.ts'
import { verifyAnswer } from './verify.ts'

export function samlProvider(company: Company, saml: SamlCompany, site: string): Provider {
  const here = addressesAt(site)
  const id = companyProviderId(company)
  return {
    id,
    name: company.name,
    method: 'sso/saml',
    comesByForm: true,
    begin: async (visit) => {
      const asked = { requestId: requestIdOf(visit), relayState: visit.state }
      return new URL(await requestTo(saml, here, asked))
    },
    finish: async (visit, brought) => {
      const encoded = brought.get('SAMLResponse') ?? ''
      const stated = await verifyAnswer(saml, here, { encoded, requestId: requestIdOf(visit) })
      const { subject, email, name } = stated
      const metadata = name === undefined ? {} : { name, full_name: name }
      return { provider: id, subject, email, emailVerified: true, metadata, company }
    },
  }
}

/** Of each visit another one, and it begins as XML wants it. */
function requestIdOf({ nonce }: Visit) {
  return `_${nonce}`
}
