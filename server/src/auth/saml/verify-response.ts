// Verifies a SAML response. The company must have signed the assertion for us and for this request, and the assertion
// must not have expired. Only the signed assertion is read.
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { AuthError } from '../errors.ts'
import { emailSchema } from '../parse-request.ts'
import { type ExpectedResponse, openResponse } from './response-envelope.ts'
import type { SamlSettings, ServiceProviderUrls } from './service-provider.ts'
import { childNamed, childrenNamed, type Element, readXml, samlRejected } from './xml.ts'

interface EncodedResponse {
  encoded: string
  requestId: string
}

export async function verifyResponse(
  settings: SamlSettings,
  urls: ServiceProviderUrls,
  { encoded, requestId }: EncodedResponse,
): Promise<SamlUser> {
  const expected = { acs: urls.acs, requestId }
  const xml = await openResponse(encoded, expected)
  return readAssertion(settings, await verifySignature(settings, urls, xml), expected)
}

/** Returns the signed assertion, which is the only part of the document that the server reads. */
async function verifySignature(settings: SamlSettings, urls: ServiceProviderUrls, xml: string) {
  const saml = new SAML({
    issuer: urls.metadata,
    audience: urls.metadata,
    callbackUrl: urls.acs,
    idpCert: [...settings.certificates],
    idpIssuer: settings.entity_id,
    acceptedClockSkewMs: clockToleranceMs,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // The library does not compare InResponseTo, because the envelope check and `checkConfirmation` compare it with the
    // request of this browser.
    validateInResponseTo: ValidateInResponseTo.never,
  })
  const encoded = Buffer.from(xml).toString('base64')
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: encoded })
    .catch((error: unknown) => {
      throw samlRejected('its signature, its audience or its time is invalid.', error)
    })
  const signed = profile?.getAssertionXml?.()
  if (signed === undefined) throw samlRejected('it has no assertion.')
  return signed
}

/** The user whom the company signed in. */
interface SamlUser {
  subject: string
  email: string
  name: string | undefined
}

const clockToleranceMs = 30_000

const nameFormats = 'urn:oasis:names:tc:SAML:2.0:nameid-format'
const transient = `${nameFormats}:transient`
const emailAddress = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const knownConditions = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'])

/** The attribute names that common identity providers use for the email. */
const emailNames = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'email',
  'mail',
]

async function readAssertion(
  settings: SamlSettings,
  xml: string,
  expected: ExpectedResponse,
): Promise<SamlUser> {
  const assertion = await readXml(xml)
  if (childNamed(assertion, 'Issuer').text !== settings.entity_id) {
    throw samlRejected('it has a different issuer.')
  }
  if (childrenNamed(assertion, 'AuthnStatement').length === 0) {
    throw samlRejected('it does not confirm that you signed in there.')
  }
  checkConditions(childNamed(assertion, 'Conditions'))
  const subject = childNamed(assertion, 'Subject')
  checkConfirmation(subject, expected)
  const nameId = childNamed(subject, 'NameID')
  return {
    subject: readSubject(nameId),
    email: readEmail(settings, assertion, nameId),
    name: findAttribute(assertion, settings.attributes?.name ?? 'name')?.slice(0, 255),
  }
}

/** Checks all conditions except the audience, which `verifySignature` has already checked. */
function checkConditions(conditions: Element) {
  if (!isWithinValidity(conditions)) throw samlRejected('it has expired, or the clocks differ.')
  if (conditions.children().some(({ name }) => !knownConditions.has(name))) {
    throw samlRejected('it has an unknown condition.')
  }
}

/** Throws unless the assertion has a valid bearer confirmation for this server and this request. */
function checkConfirmation(subject: Element, { acs, requestId }: ExpectedResponse) {
  const isConfirmed = childrenNamed(subject, 'SubjectConfirmation').some((confirmation) => {
    const [data] = childrenNamed(confirmation, 'SubjectConfirmationData')
    return (
      confirmation.attributes['Method'] === bearer &&
      data?.attributes['Recipient'] === acs &&
      data.attributes['InResponseTo'] === requestId &&
      data.attributes['NotOnOrAfter'] !== undefined &&
      isWithinValidity(data)
    )
  })
  if (!isConfirmed)
    throw samlRejected('its confirmation does not match this request or has expired.')
}

function isWithinValidity({ attributes: { NotBefore: from, NotOnOrAfter: until } }: Element) {
  const now = Date.now()
  const isStarted = from === undefined || Date.parse(from) - clockToleranceMs <= now
  const isExpired = until !== undefined && !(now < Date.parse(until) + clockToleranceMs)
  return isStarted && !isExpired
}

/** Returns the persistent id of the user. Throws for a transient id, because it changes with each sign-in. */
function readSubject({ text, attributes: { Format: format } }: Element) {
  if (text !== '' && text.length <= 255 && format !== transient) return text
  const message = 'SAML Assertion did not contain a persistent identifier of this user'
  throw new AuthError(400, 'saml_assertion_no_user_id', message)
}

function readEmail(settings: SamlSettings, assertion: Element, nameId: Element) {
  const mapped = settings.attributes?.email
  const names = mapped === undefined ? emailNames : [mapped]
  const [stated] = names.flatMap((name) => findAttribute(assertion, name) ?? [])
  const named = nameId.attributes['Format'] === emailAddress ? nameId.text : undefined
  const address = emailSchema.safeParse(stated ?? named)
  if (address.success) return address.data
  const message = 'SAML Assertion does not contain an email address'
  throw new AuthError(400, 'saml_assertion_no_email', message)
}

/** Returns the first value of the attribute, or undefined if the attribute is missing or empty. */
function findAttribute(assertion: Element, name: string): string | undefined {
  const attributes = childrenNamed(assertion, 'AttributeStatement').flatMap((statement) =>
    childrenNamed(statement, 'Attribute'),
  )
  const match = attributes.find(({ attributes: { Name: candidate } }) => candidate === name)
  const [value] = match ? childrenNamed(match, 'AttributeValue') : []
  return value?.text === '' ? undefined : value?.text
}
