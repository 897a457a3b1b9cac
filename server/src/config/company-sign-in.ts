// The setting of companies whose people sign in at their company. What it refuses it does not repeat: it holds secrets.
import { z } from 'zod'
import { certificate } from './certificate.ts'
import { isLoopback } from './is-loopback.ts'
import { isEverybodys } from './shared-issuer.ts'

/** Encrypted on its way, but on one's own machine. */
const guardedUrl = z
  .url({ protocol: /^https?$/, error: 'must be an https address', abort: true })
  .refine((text) => isGuarded(new URL(text)), 'must be an https address without a login')

/** Of a provider: others are made of it. */
export const providerUrl = guardedUrl.refine(
  (text) => new URL(text).search === '',
  'must be an https address without a query',
)

const domain = z
  .string()
  .toLowerCase()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/u, 'must be a domain')

const oidc = z.strictObject({
  issuer: providerUrl.refine(
    (issuer) => !isEverybodys(issuer),
    'is the address of all directories: name the one of the company',
  ),
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(5000),
  app_client_ids: z.array(z.string().min(1).max(500)).max(20).default([]),
})

const saml = z.strictObject({
  entity_id: z.string().min(1).max(1000),
  /** Some tell their customers apart by its query. */
  sso_url: guardedUrl,
  certificates: z.array(certificate).min(1).max(10),
  attributes: z
    .strictObject({ email: z.string().min(1).max(500), name: z.string().min(1).max(500) })
    .partial()
    .optional(),
})

const company = z
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

export type Company = z.infer<typeof company>

const companies = z
  .array(company)
  .refine((list) => areUnique(list.map(({ id }) => id)), 'has two companies with one id')
  .refine(
    (list) => areUnique(list.flatMap(({ domains }) => domains)),
    'names a domain twice: nobody could say whose it is',
  )

export const companySignIn = z.string().transform((text, context): Company[] => {
  const read = companies.safeParse(parseJson(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  context.addIssue({ code: 'custom', message: issue ? explain(issue) : 'cannot be read' })
  return z.NEVER
})

/** Undefined for what is no JSON: nor is it a list. */
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

function isGuarded({ protocol, hostname, username, password, hash }: URL) {
  const isEncrypted = protocol === 'https:' || isLoopback(hostname)
  return isEncrypted && !username && !password && !hash
}

function areUnique(list: string[]) {
  return new Set(list).size === list.length
}
