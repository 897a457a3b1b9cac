// Who somebody is by the word of a company that speaks OpenID Connect.
import type { Company } from '../../config/company-sign-in.ts'
import { isGoogles } from '../../config/shared-issuer.ts'
import { AuthError } from '../errors.ts'
import { emailIn, isTrue, metadataIn, subjectIn } from './claims.ts'
import { companyProviderId } from './company-provider-id.ts'
import type { Claims } from './open-id.ts'
import type { OutsideIdentity } from './provider.ts'

export function companyIdentity(company: Company, issuer: string, claims: Claims): OutsideIdentity {
  if (isGoogles(issuer)) refuseOthersAtGoogle(company, claims)
  const { email_verified: verified } = claims
  return {
    provider: companyProviderId(company),
    subject: subjectIn(claims),
    email: emailIn(claims),
    // Of its own domains a company need not say it; whatever it says that is no yes is a no.
    emailVerified: verified === undefined || isTrue(verified),
    metadata: metadataIn(claims),
    company,
  }
}

/** Anybody signs in there, and with an address of a company also who left it: only `hd` says who belongs to whom. */
function refuseOthersAtGoogle({ name, domains }: Company, { hd: domain }: Claims) {
  if (typeof domain === 'string' && domains.includes(domain.toLowerCase())) return
  throw new AuthError(
    403,
    'email_address_not_authorized',
    `This account does not belong to ${name}.`,
  )
}
