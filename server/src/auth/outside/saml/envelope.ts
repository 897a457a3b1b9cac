// What came is looked at as a whole before anything of it is believed: its form, what it is made with, and whether it
// answers the request that we sent. Whether it is signed by the company stands in verify.ts.
import { AuthError } from '../../errors.ts'
import { notAccepted } from './refused.ts'
import { childNamed, type Element, everythingIn, readXml } from './xml.ts'

/** What an answer has to be for. */
export interface Addressed {
  acs: string
  requestId: string
}

/** Signatures by RSA over SHA-2, of the element that holds them; SHA-1 can be forged, and secrets are shared by nobody. */
const algorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
])

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** The document, once it has the form of an answer to this request. */
export async function openEnvelope(encoded: string, addressed: Addressed): Promise<string> {
  const xml = decode(encoded)
  const response = await readXml(xml)
  if (response.name !== 'Response') throw notAccepted('it is no SAML response.')
  const everything = everythingIn(response)
  refuseAmbiguity(everything)
  refuseWeakness(everything)
  checkAddressee(response, addressed)
  checkStatus(response)
  refuseOtherAssertions(everything)
  return xml
}

function decode(encoded: string) {
  const text = encoded.replaceAll(/[\r\n]/gu, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(text)) throw notAccepted('it is not in base64.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'))
  } catch (error) {
    throw notAccepted('it is no text.', error)
  }
}

/** What is signed is found by its id. */
function refuseAmbiguity(everything: Element[]) {
  const ids = everything.flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([name, value]) =>
      /^(?:\w+:)?id$/iu.test(name) ? value : [],
    ),
  )
  if (new Set(ids).size < ids.length) throw notAccepted('two of its parts have the same ID.')
}

function refuseWeakness(everything: Element[]) {
  for (const { attributes } of everything) {
    for (const [name, value] of Object.entries(attributes)) {
      if (!/^(?:\w+:)?Algorithm$/u.test(name) || algorithms.has(value)) continue
      throw notAccepted('it is signed by an algorithm that is not taken. Use RSA with SHA-256.')
    }
  }
}

function checkAddressee({ attributes }: Element, { acs, requestId }: Addressed) {
  const { Destination: destination, InResponseTo: inResponseTo } = attributes
  if (destination !== undefined && destination !== acs)
    throw notAccepted('it is for another address.')
  if (inResponseTo !== requestId) throw notAccepted('it answers another request.')
}

/** Who breaks off there, or is not allowed in, comes back without an assertion. */
function checkStatus(response: Element) {
  const { Value: status } = childNamed(childNamed(response, 'Status'), 'StatusCode').attributes
  if (status === success) return
  const message = "Your company's sign-in did not sign you in."
  throw new AuthError(403, 'provider_refused', message)
}

/** Wherever it may stand: of two, one would be signed and the other one read. */
function refuseOtherAssertions(everything: Element[]) {
  const isEncrypted = everything.some(({ name }) => name.startsWith('Encrypted'))
  if (isEncrypted) throw notAccepted('it is encrypted. Send assertions that are signed alone.')
  const count = (name: string) => everything.filter((element) => element.name === name).length
  if (count('Assertion') !== 1) throw notAccepted('it does not have exactly one assertion.')
  if (count('Response') !== 1) throw notAccepted('it does not have exactly one response.')
}
