// Starts a server and the SAML identity providers of two companies, and plays the browser in sign-ins.
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { newSigningKey } from '../../support/saml/certificate.ts'
import {
  type PostedFields,
  type Employee,
  type SamlCompany,
  type AssertionChanges,
  startSamlCompany,
} from '../../support/saml/company.ts'
import { startOwnServer } from './own-server.ts'

/** The server creates accounts for new users of this company. */
export const acme = await startSamlCompany('https://id.acme.example/saml')
export const acmesNextKey = newSigningKey('acme, from next month')
/** The server signs in only users of this company who already have an account. */
export const borealis = await startSamlCompany('https://id.borealis.example/saml')

export const acmeId = randomUUID()
const borealisId = randomUUID()

const companies = [
  {
    id: acmeId,
    name: 'Acme',
    domains: ['acme.example', 'acme.test'],
    new_people: 'facility',
    saml: {
      entity_id: acme.entityId,
      sso_url: acme.ssoUrl,
      certificates: [acme.key.certificate, acmesNextKey.certificate],
    },
  },
  {
    id: borealisId,
    name: 'Borealis',
    domains: ['borealis.example', 'example.test'],
    saml: {
      entity_id: borealis.entityId,
      sso_url: `${borealis.ssoUrl}?idpid=C01`,
      certificates: [borealis.key.certificate],
      attributes: { email: 'address' },
    },
  },
]

await startOwnServer({ settings: { COMPANY_SIGN_IN: JSON.stringify(companies) } })

const { sendRequest } = await import('./http-request.ts')
const { authCall, jsonIn } = await import('./auth-call.ts')
const { query } = await import('./database.ts')
const { target } = await import('./target.ts')
type Reply = Awaited<ReturnType<typeof sendRequest>>

export const assertionUrl = `${target.url}/auth/v1/sso/saml/acs`
export const returnUrl = `${target.url}/back`

const ssoResponse = z.object({ url: z.url() })

export interface BegunSignIn {
  url: string
  /** The PKCE verifier. */
  verifier: string
  /** The cookie that identifies the browser that began the sign-in. */
  cookie: string
}

export async function beginSignIn(
  domain = 'acme.example',
  more: object = {},
): Promise<BegunSignIn> {
  const verifier = randomBytes(32).toString('base64url')
  const body = {
    domain,
    redirect_to: returnUrl,
    skip_http_redirect: true,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
    ...more,
  }
  const reply = await authCall('POST /sso', { body })
  assert.equal(reply.status, 200, reply.text)
  return { verifier, ...(await openSignInLink(ssoResponse.parse(jsonIn(reply)).url)) }
}

/** Opens a sign-in link. Returns the URL of the redirect, and the server's cookies. */
export async function openSignInLink(address: string) {
  const { pathname, search } = new URL(address)
  const { status, headers, text } = await sendRequest(`${pathname}${search}`)
  assert.equal(status, 302, text)
  const cookies = headers['set-cookie'] ?? []
  const cookie = cookies.map((header) => header.split(';')[0]).join('; ')
  return { url: headers.location ?? '', cookie }
}

/** A browser sends these form fields and this cookie when it returns from a company's sign-in page. */
export type ReturnedForm = PostedFields & { cookie: string }

export async function signInAt(
  company: SamlCompany,
  signIn: BegunSignIn,
  ...args: SignInArguments
): Promise<ReturnedForm> {
  return { ...(await company.signIn(signIn.url, ...args)), cookie: signIn.cookie }
}

type SignInArguments = [employee: Employee, saying?: AssertionChanges]

/** Signs in a new employee at Acme, with these changes to Acme's response. */
export async function signedResponse(changes: AssertionChanges) {
  return signInAt(acme, await beginSignIn(), { email: `${randomUUID()}@acme.example` }, changes)
}

export function postToServer({ cookie, ...fields }: ReturnedForm) {
  return postForm(new URLSearchParams(fields).toString(), cookie)
}

export function postForm(body: string, cookie = ''): Promise<Reply> {
  return sendRequest('/auth/v1/sso/saml/acs', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body,
  })
}

export function landingOf({ status, headers, text }: Reply) {
  assert.equal(status, 303, text)
  return new URL(headers.location ?? '')
}

export async function codeFrom(reply: Promise<Reply>) {
  const landing = landingOf(await reply)
  const code = landing.searchParams.get('code')
  assert.ok(code, landing.href)
  return code
}

/** Counts the rows that a refusal must not change. */
async function countRows() {
  const [counts] = await query(
    `select (select count(*) from auth.users) as users, (select count(*) from auth.identities) as identities,
       (select count(*) from auth.sessions) as sessions,
       (select count(*) from auth.flow_state where auth_code_issued_at is not null) as codes`,
  )
  return counts
}

export async function expectRefusedSignIn(
  attempt: () => Promise<Reply>,
  code: string,
  description?: RegExp,
) {
  const before = await countRows()
  const landing = landingOf(await attempt())
  const { searchParams, hash } = landing
  assert.equal(searchParams.get('error_code'), code, landing.href)
  assert.equal(new URLSearchParams(hash.slice(1)).get('error_code'), code)
  assert.match(searchParams.get('error_description') ?? '', description ?? /./u)
  assert.deepEqual(await countRows(), before)
}

/** Opens a URL like a browser, and posts the form of the company's page to the server. */
export async function signInOnPage(
  url: string,
  company: SamlCompany,
  email: string,
  cookie: string,
) {
  company.setSignIn({ email })
  const page = await (await fetch(url)).text()
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`, 'u').exec(page)?.[1] ?? ''
  return postToServer({
    SAMLResponse: field('SAMLResponse'),
    RelayState: field('RelayState'),
    cookie,
  })
}
