// An answer of a company's sign-in by SAML 2.0: signed by the company, for us, for this request, now.
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { AddressesHere } from './addresses.ts'
import { leeway, readAssertion, type Stated } from './assertion.ts'
import type { SamlCompany } from './company.ts'
import { openEnvelope } from './envelope.ts'
import { notAccepted } from './refused.ts'

interface Answer {
  encoded: string
  requestId: string
}

export async function verifyAnswer(
  company: SamlCompany,
  here: AddressesHere,
  { encoded, requestId }: Answer,
): Promise<Stated> {
  const addressed = { acs: here.acs, requestId }
  const xml = await openEnvelope(encoded, addressed)
  return readAssertion(company, await signedPart(company, here, xml), addressed)
}

/** The assertion as it was signed; whatever else the document says, this alone is read. */
async function signedPart(company: SamlCompany, here: AddressesHere, xml: string) {
  const saml = new SAML({
    issuer: here.metadata,
    audience: here.metadata,
    callbackUrl: here.acs,
    idpCert: [...company.certificates],
    idpIssuer: company.entity_id,
    acceptedClockSkewMs: leeway,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // What it answers is compared in the envelope and in the assertion, with the request of this browser alone.
    validateInResponseTo: ValidateInResponseTo.never,
  })
  const encoded = Buffer.from(xml).toString('base64')
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: encoded })
    .catch((error: unknown) => {
      throw notAccepted('its signature, its audience or its time is not right.', error)
    })
  const signed = profile?.getAssertionXml?.()
  if (signed === undefined) throw notAccepted('it has no assertion.')
  return signed
}
