// The SAML identity provider of a company. Tests can make it sign false statements.
import library from '@boxyhq/saml20'
import { z } from 'zod'
import { listen } from '../open-id/faulty-proxy.ts'
import { newSigningKey, type SigningKey } from './certificate.ts'

const { default: saml } = library

/** An employee of the company, whose NameID is the email address. */
export interface Employee {
  email: string
  attributes?: Record<string, string>
}

/** The changes that a dishonest company makes to its assertion. */
export interface Saying {
  /** Changes the document before it is signed. */
  change?: (xml: string) => string
  key?: SigningKey
  signs?: readonly Signed[]
}

type Signed = keyof typeof placeOf

/** The fields of the form that the browser posts to Mendwell after the sign-in. */
export type Carried = Record<'SAMLResponse' | 'RelayState', string>

const placeOf = {
  Assertion: '//*[local-name(.)="Assertion"]',
  Response: '/*[local-name(.)="Response"]',
}

const requestRead = z.object({ id: z.string(), acsUrl: z.string(), audience: z.string() })

export type SamlCompany = Awaited<ReturnType<typeof startSamlCompany>>

export async function startSamlCompany(entityId: string) {
  const key = newSigningKey(entityId)
  let atTheDoor: [Employee, Saying] | undefined
  const { url: site } = await listen((asked, reply) => {
    const url = `${site}${asked.url}`
    const page = atTheDoor ? formFor(url, ...atTheDoor) : Promise.resolve('Who are you?')
    page.then(
      (html) => reply.setHeader('content-type', 'text/html').end(html),
      (error: unknown) => reply.writeHead(400).end(String(error)),
    )
  })

  /** Signs in an employee for the SAML request in this URL. */
  async function signIn(url: string, employee: Employee, saying: Saying = {}): Promise<Carried> {
    const asked = await requestIn(url)
    const { email, attributes = {} } = employee
    const { privateKey, certificate } = saying.key ?? key
    const xml = await saml.createSAMLResponse({
      issuer: entityId,
      audience: asked.audience,
      acsUrl: asked.acsUrl,
      requestId: asked.id,
      claims: { email, raw: { email, ...attributes } },
      privateKey,
      publicKey: certificate,
    })
    const said = isHonest(saying) ? xml : signedAnew(xml, saying, saying.key ?? key)
    return { SAMLResponse: encode(said), RelayState: asked.relayState }
  }

  /** Returns the form that a browser would submit automatically. */
  async function formFor(url: string, ...words: [Employee, Saying]) {
    const { SAMLResponse, RelayState } = await signIn(url, ...words)
    return saml.createPostForm((await requestIn(url)).acsUrl, [
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
    letIn: (employee: Employee, saying: Saying = {}) => {
      atTheDoor = [employee, saying]
    },
  }
}

async function requestIn(url: string) {
  const { searchParams } = new URL(url)
  const xml = await saml.decodeBase64(searchParams.get('SAMLRequest') ?? '', true)
  const asked = requestRead.parse(await saml.parseSAMLRequest(xml, false))
  return { ...asked, relayState: searchParams.get('RelayState') ?? '' }
}

function isHonest({ change, signs }: Saying) {
  return change === undefined && signs === undefined
}

function signedAnew(xml: string, saying: Saying, { privateKey, certificate }: SigningKey) {
  const { change = (same) => same, signs = ['Assertion', 'Response'] } = saying
  const unsigned = xml.replaceAll(/<Signature [^]*?<\/Signature>/gu, '')
  return signs.reduce(
    (said, part) => saml.sign(said, privateKey, certificate, placeOf[part]),
    change(unsigned),
  )
}

export const encode = (xml: string) => Buffer.from(xml).toString('base64')
export const decode = (text: string) => Buffer.from(text, 'base64').toString()
