// Runs a company's SAML identity provider, which can sign false statements.
import library from '@boxyhq/saml20'
import { z } from 'zod'
import { listen } from '../open-id/faulty-proxy.ts'
import { newSigningKey, type SigningKey } from './certificate.ts'

const { default: saml } = library

/** An employee's NameID is the email address. */
export interface Employee {
  email: string
  attributes?: Record<string, string>
}

/** The changes that a dishonest company makes to its assertion. */
export interface AssertionChanges {
  /** Changes the document before it is signed. */
  change?: (xml: string) => string
  key?: SigningKey
  signedElements?: readonly ElementName[]
}

type ElementName = keyof typeof elementPaths

/** The fields of the form that the browser posts to Mendwell after the sign-in. */
export type PostedFields = Record<'SAMLResponse' | 'RelayState', string>

const elementPaths = {
  Assertion: '//*[local-name(.)="Assertion"]',
  Response: '/*[local-name(.)="Response"]',
}

const requestSchema = z.object({ id: z.string(), acsUrl: z.string(), audience: z.string() })

export type SamlCompany = Awaited<ReturnType<typeof startSamlCompany>>

export async function startSamlCompany(entityId: string) {
  const key = newSigningKey(entityId)
  let nextSignIn: [Employee, AssertionChanges] | undefined
  const { url: site } = await listen((request, response) => {
    const url = `${site}${request.url}`
    const page = nextSignIn ? formFor(url, ...nextSignIn) : Promise.resolve('Who are you?')
    page.then(
      (html) => response.setHeader('content-type', 'text/html').end(html),
      (error: unknown) => response.writeHead(400).end(String(error)),
    )
  })

  /** Signs in an employee for the SAML request in this URL. */
  async function signIn(
    url: string,
    employee: Employee,
    changes: AssertionChanges = {},
  ): Promise<PostedFields> {
    const request = await parseRequest(url)
    const { email, attributes = {} } = employee
    const { privateKey, certificate } = changes.key ?? key
    const xml = await saml.createSAMLResponse({
      issuer: entityId,
      audience: request.audience,
      acsUrl: request.acsUrl,
      requestId: request.id,
      claims: { email, raw: { email, ...attributes } },
      privateKey,
      publicKey: certificate,
    })
    const signedXml = isUnchanged(changes) ? xml : signAgain(xml, changes, changes.key ?? key)
    return { SAMLResponse: encode(signedXml), RelayState: request.relayState }
  }

  /** Returns the form that a browser would submit automatically. */
  async function formFor(url: string, ...args: [Employee, AssertionChanges]) {
    const { SAMLResponse, RelayState } = await signIn(url, ...args)
    return saml.createPostForm((await parseRequest(url)).acsUrl, [
      { name: 'SAMLResponse', value: SAMLResponse },
      { name: 'RelayState', value: RelayState },
    ])
  }

  return {
    entityId,
    key,
    ssoUrl: `${site}/sso`,
    signIn,
    /** Sets the employee whom the sign-in page signs in, and the changes to the assertion about this employee. */
    setSignIn: (employee: Employee, changes: AssertionChanges = {}) => {
      nextSignIn = [employee, changes]
    },
  }
}

async function parseRequest(url: string) {
  const { searchParams } = new URL(url)
  const xml = await saml.decodeBase64(searchParams.get('SAMLRequest') ?? '', true)
  const request = requestSchema.parse(await saml.parseSAMLRequest(xml, false))
  return { ...request, relayState: searchParams.get('RelayState') ?? '' }
}

function isUnchanged({ change, signedElements }: AssertionChanges) {
  return change === undefined && signedElements === undefined
}

function signAgain(
  xml: string,
  changes: AssertionChanges,
  { privateKey, certificate }: SigningKey,
) {
  const { change = (unchanged) => unchanged, signedElements = ['Assertion', 'Response'] } = changes
  const unsigned = xml.replaceAll(/<Signature [^]*?<\/Signature>/gu, '')
  return signedElements.reduce(
    (signedXml, element) => saml.sign(signedXml, privateKey, certificate, elementPaths[element]),
    change(unsigned),
  )
}

export const encode = (xml: string) => Buffer.from(xml).toString('base64')
export const decode = (text: string) => Buffer.from(text, 'base64').toString()
