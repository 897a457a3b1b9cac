// What a signed assertion states. Everything here was signed; what it is about, for whom and until when, is checked.
import { AuthError } from '../../errors.ts'
import { email } from '../../read.ts'
import type { SamlCompany } from './company.ts'
import type { Addressed } from './envelope.ts'
import { notAccepted } from './refused.ts'
import { childNamed, childrenNamed, type Element, readXml } from './xml.ts'

/** Who it is, by the company's word. */
export interface Stated {
  subject: string
  email: string
  name: string | undefined
}

/** Clocks differ. */
export const leeway = 30_000

const nameFormats = 'urn:oasis:names:tc:SAML:2.0:nameid-format'
const transient = `${nameFormats}:transient`
const emailAddress = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const knownConditions = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'])

/** As the common servers call it. */
const emailNames = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'email',
  'mail',
]

export async function readAssertion(
  company: SamlCompany,
  xml: string,
  addressed: Addressed,
): Promise<Stated> {
  const assertion = await readXml(xml)
  if (childNamed(assertion, 'Issuer').text !== company.entity_id) {
    throw notAccepted('it is from somebody else.')
  }
  if (childrenNamed(assertion, 'AuthnStatement').length === 0) {
    throw notAccepted('it does not say that you signed in there.')
  }
  checkConditions(childNamed(assertion, 'Conditions'))
  const subject = childNamed(assertion, 'Subject')
  checkConfirmation(subject, addressed)
  const nameId = childNamed(subject, 'NameID')
  return {
    subject: subjectIn(nameId),
    email: emailIn(company, assertion, nameId),
    name: attributeNamed(assertion, company.attributes?.name ?? 'name')?.slice(0, 255),
  }
}

/** Audiences were compared when it was verified. */
function checkConditions(conditions: Element) {
  if (!isNow(conditions)) throw notAccepted('it is too old, or the clocks differ.')
  if (conditions.children().some(({ name }) => !knownConditions.has(name))) {
    throw notAccepted('it has a condition that is not known here.')
  }
}

/** Whoever carries it here is whom it is about: only here, in answer to this request, and soon. */
function checkConfirmation(subject: Element, { acs, requestId }: Addressed) {
  const isConfirmed = childrenNamed(subject, 'SubjectConfirmation').some((confirmation) => {
    const [data] = childrenNamed(confirmation, 'SubjectConfirmationData')
    return (
      confirmation.attributes['Method'] === bearer &&
      data?.attributes['Recipient'] === acs &&
      data.attributes['InResponseTo'] === requestId &&
      data.attributes['NotOnOrAfter'] !== undefined &&
      isNow(data)
    )
  })
  if (!isConfirmed) throw notAccepted('it is not for this request, or too old.')
}

function isNow({ attributes: { NotBefore: from, NotOnOrAfter: until } }: Element) {
  const now = Date.now()
  const hasBegun = from === undefined || Date.parse(from) - leeway <= now
  const isOver = until !== undefined && !(now < Date.parse(until) + leeway)
  return hasBegun && !isOver
}

/** One that is another each time says nothing about who it is. */
function subjectIn({ text, attributes: { Format: format } }: Element) {
  if (text !== '' && text.length <= 255 && format !== transient) return text
  const message = 'SAML Assertion did not contain a persistent identifier of this user'
  throw new AuthError(400, 'saml_assertion_no_user_id', message)
}

function emailIn(company: SamlCompany, assertion: Element, nameId: Element) {
  const mapped = company.attributes?.email
  const names = mapped === undefined ? emailNames : [mapped]
  const [stated] = names.flatMap((name) => attributeNamed(assertion, name) ?? [])
  const named = nameId.attributes['Format'] === emailAddress ? nameId.text : undefined
  const address = email.safeParse(stated ?? named)
  if (address.success) return address.data
  const message = 'SAML Assertion does not contain an email address'
  throw new AuthError(400, 'saml_assertion_no_email', message)
}

/** Of several values the first one. */
function attributeNamed(assertion: Element, name: string): string | undefined {
  const attributes = childrenNamed(assertion, 'AttributeStatement').flatMap((statement) =>
    childrenNamed(statement, 'Attribute'),
  )
  const found = attributes.find(({ attributes: { Name: given } }) => given === name)
  const [value] = found ? childrenNamed(found, 'AttributeValue') : []
  return value?.text === '' ? undefined : value?.text
}
