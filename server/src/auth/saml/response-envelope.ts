// Checks a SAML response before the server trusts its content. The checks cover the structure, the algorithms, and
// whether the response answers our request. verify-response.ts verifies the signature.
import { AuthError } from '../errors.ts'
import { allElements, childNamed, type Element, readXml, samlRejected } from './xml.ts'

/** A response must contain this URL and this request id. */
export interface ExpectedResponse {
  acs: string
  requestId: string
}

/**
 * Allows only enveloped signatures by RSA with SHA-2. SHA-1 signatures can be forged. HMAC is left out, because the
 * identity provider and this server share no secret.
 */
const allowedAlgorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
])

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** Decodes the response, checks it, and returns its XML. */
export async function openResponse(encoded: string, expected: ExpectedResponse): Promise<string> {
  const xml = decode(encoded)
  const response = await readXml(xml)
  if (response.name !== 'Response') throw samlRejected('it is not a SAML response.')
  const elements = allElements(response)
  refuseDuplicateIds(elements)
  refuseWeakAlgorithms(elements)
  checkAddressee(response, expected)
  checkStatus(response)
  requireOneAssertion(elements)
  return xml
}

function decode(encoded: string) {
  const text = encoded.replaceAll(/[\r\n]/gu, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(text)) throw samlRejected('it is not in base64.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'))
  } catch (error) {
    throw samlRejected('it is not text.', error)
  }
}

/** Refuses duplicate ids. Signatures refer to elements by id, so a duplicate could replace the signed element. */
function refuseDuplicateIds(elements: Element[]) {
  const ids = elements.flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([name, value]) =>
      /^(?:\w+:)?id$/iu.test(name) ? value : [],
    ),
  )
  if (new Set(ids).size < ids.length) throw samlRejected('two of its parts have the same ID.')
}

function refuseWeakAlgorithms(elements: Element[]) {
  for (const { attributes } of elements) {
    for (const [name, value] of Object.entries(attributes)) {
      if (!/^(?:\w+:)?Algorithm$/u.test(name) || allowedAlgorithms.has(value)) continue
      throw samlRejected('it is signed with an unsupported algorithm. Use RSA with SHA-256.')
    }
  }
}

function checkAddressee({ attributes }: Element, { acs, requestId }: ExpectedResponse) {
  const { Destination: destination, InResponseTo: inResponseTo } = attributes
  if (destination !== undefined && destination !== acs)
    throw samlRejected('it is for another address.')
  if (inResponseTo !== requestId) throw samlRejected('it belongs to another request.')
}

/**
 * Throws unless the status is success. The status is different if, for example, the user cancels or the provider
 * refuses the user.
 */
function checkStatus(response: Element) {
  const { Value: status } = childNamed(childNamed(response, 'Status'), 'StatusCode').attributes
  if (status === success) return
  const message = 'Your company did not sign you in.'
  throw new AuthError(403, 'provider_refused', message)
}

/**
 * Throws unless the document contains exactly one response and one unencrypted assertion. With two assertions, the
 * server could verify one and read the other.
 */
function requireOneAssertion(elements: Element[]) {
  const isEncrypted = elements.some(({ name }) => name.startsWith('Encrypted'))
  if (isEncrypted)
    throw samlRejected('it is encrypted. Send assertions that are signed but not encrypted.')
  const count = (name: string) => elements.filter((element) => element.name === name).length
  if (count('Assertion') !== 1) throw samlRejected('it does not have exactly one assertion.')
  if (count('Response') !== 1) throw samlRejected('it does not have exactly one response.')
}
