// Reads COMPANY_SIGN_IN, the list of companies with an identity provider. Error messages never repeat the secrets in
// the list.
import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { isLoopback } from '../urls.ts'

/** A URL without a login or a fragment. The URL must be https, except on localhost. */
const secureUrl = z
  .url({ protocol: /^https?$/, error: 'must be an https address', abort: true })
  .refine((text) => isSecure(new URL(text)), 'must be an https address without a login')

/** The base URL of a provider, from which other URLs are built. */
export const providerUrl = secureUrl.refine(
  (text) => new URL(text).search === '',
  'must be an https address without a query',
)

const domain = z
  .string()
  .toLowerCase()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/u, 'must be a domain')

const oidc = z.strictObject({
  issuer: providerUrl.refine(
    (issuer) => !isMultiTenantIssuer(issuer),
    "is shared by many directories: use the issuer of the company's own directory",
  ),
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(5000),
  app_client_ids: z.array(z.string().min(1).max(500)).max(20).default([]),
})

const minKeyBits = 2048

/**
 * A certificate in PEM, or in the base64 format of SAML metadata. The expiry date is ignored, because companies use a
 * certificate for many years.
 */
const certificate = z.string().transform((text, context): string => {
  const read = readCertificate(text.trim())
  if (isUsable(read)) return read.toString()
  context.addIssue({
    code: 'custom',
    message: `must be certificates in PEM or base64, with RSA keys of at least ${minKeyBits} bits`,
  })
  return z.NEVER
})

const saml = z.strictObject({
  entity_id: z.string().min(1).max(1000),
  /** This URL may have a query, because some identity providers use the query to tell their customers apart. */
  sso_url: secureUrl,
  certificates: z.array(certificate).min(1).max(10),
  attributes: z
    .strictObject({ email: z.string().min(1).max(500), name: z.string().min(1).max(500) })
    .partial()
    .optional(),
})

const ssoProvider = z
  .strictObject({
    id: z.guid('must be a UUID').toLowerCase(),
    name: z.string().min(1).max(100),
    domains: z.array(domain).min(1).max(100),
    new_people: z.enum(['facility', 'contractor', 'consultant']).optional(),
    oidc: oidc.optional(),
    saml: saml.optional(),
  })
  .refine(({ oidc: one, saml: other }) => Boolean(one) !== Boolean(other), {
    error: 'must have either oidc or saml',
  })

export type SsoProviderSettings = z.infer<typeof ssoProvider>

const ssoProviders = z
  .array(ssoProvider)
  .refine((list) => areUnique(list.map(({ id }) => id)), 'has two companies with one id')
  .refine((list) => areUnique(list.flatMap(({ domains }) => domains)), 'lists a domain twice')

export const ssoProviderSettings = z.string().transform((text, context): SsoProviderSettings[] => {
  const read = ssoProviders.safeParse(parseJson(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  context.addIssue({ code: 'custom', message: issue ? explain(issue) : 'cannot be read' })
  return z.NEVER
})

/** Returns undefined for invalid JSON, so that the schema rejects the setting. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function explain({ path, message }: z.core.$ZodIssue) {
  if (path.length === 0) {
    return message.startsWith('Invalid') ? 'must be a JSON list of companies' : message
  }
  return `at ${path.join('.')}: ${message}`
}

function isSecure({ protocol, hostname, username, password, hash }: URL) {
  const isEncrypted = protocol === 'https:' || isLoopback(hostname)
  return isEncrypted && !username && !password && !hash
}

function areUnique(list: string[]) {
  return new Set(list).size === list.length
}

function readCertificate(text: string) {
  try {
    return new X509Certificate(text.startsWith('-----') ? text : Buffer.from(text, 'base64'))
  } catch {
    return undefined
  }
}

function isUsable(read: X509Certificate | undefined): read is X509Certificate {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = read?.publicKey ?? {}
  return type === 'rsa' && (details?.modulusLength ?? 0) >= minKeyBits
}

const microsoft = 'login.microsoftonline.com'
/**
 * Microsoft directories for many organizations or for personal accounts. The id is the directory of personal accounts.
 */
const multiTenantDirectories = new Set([
  'common',
  'organizations',
  'consumers',
  '9188040d-6c67-4c5b-b112-36a304b66dad',
])

/** A multi-tenant issuer does not prove which company a user belongs to. */
function isMultiTenantIssuer(issuer: string) {
  const { hostname, pathname } = new URL(issuer)
  const [, tenant = ''] = pathname.toLowerCase().split('/')
  return hostname === microsoft && multiTenantDirectories.has(tenant)
}

/** Google has one issuer for all companies and names the company in a claim. */
export function isGoogleIssuer(issuer: string) {
  return new URL(issuer).origin === 'https://accounts.google.com'
}
