import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/transaction.ts'
import { parsePhoneNumber } from '../accounts/phone-number.ts'
import type { AuthDependencies, Route } from '../auth-dependencies.ts'
import { codeExpired, invalid, linkExpired } from '../errors.ts'
import { confirmEmailProof, confirmPhoneProof } from '../otp/confirm-contact.ts'
import { consumeCode, consumeLink } from '../otp/one-time-tokens.ts'
import {
  type Purpose,
  purposesOf,
  smsPurposesOf,
  smsVerifyType,
  verifyType,
} from '../otp/token-purposes.ts'
import { type ClientInfo, clientInfoOf, emailSchema, parse } from '../parse-request.ts'
import { issueAuthCode } from '../pkce.ts'
import { countCodeAttempt, refundCodeAttempt } from '../rate-limits.ts'
import {
  allowedRedirect,
  redirectToPage,
  type SignInResult,
  withError,
  withResult,
} from '../redirects.ts'
import { startSession } from '../sessions/start-session.ts'

const bodySchema = z.object({
  type: z.string().nullish(),
  email: emailSchema.nullish(),
  phone: z.string().nullish(),
  token: z.string().max(500).nullish(),
  token_hash: z.string().max(500).nullish(),
})
type Body = z.infer<typeof bodySchema>

/**
 * Starts a session for a user who enters a code or opens a link. A request with a code also contains the email or phone
 * number. A request for a link contains only the link's token.
 */
export const verify: Route = {
  method: 'POST',
  path: '/verify',
  handle: async (auth, request) => {
    const body = parse(bodySchema, request.body)
    const client = clientInfoOf(request)
    const proof = parseProof(body)
    if (body.token_hash) {
      const link = body.token_hash
      return startVerifiedSession(auth, client, proof, (db) =>
        consumeLink(db, link, proof.purposes),
      )
    }
    const { address } = proof
    if (!body.token) throw invalid('Verify requires a token or a token hash')
    if (!address)
      throw invalid('Only an email address or phone number should be provided on verify')
    const attempt = await countCodeAttempt(auth.pool, address, client, { isSignedIn: false })
    const input = { address, code: body.token, purposes: proof.purposes }
    const session = await startVerifiedSession(auth, client, proof, (db) =>
      consumeCode(auth, db, input),
    )
    await refundCodeAttempt(auth.pool, attempt)
    return session
  },
}

interface Proof {
  address: string | undefined
  purposes: Purpose[]
  confirm: typeof confirmEmailProof
}

/** Reads the address to which the token was sent, and the purposes that the token may have. */
function parseProof(body: Body): Proof {
  const { type, phone } = body
  if (phone || smsVerifyType.safeParse(type).success) return parsePhoneProof(body)
  if (!type) throw invalid('Verify requires a verification type')
  const known = verifyType.safeParse(type)
  if (!known.success) throw invalid('Unsupported verification type')
  if (body.token_hash && body.email) {
    throw invalid('Only the token_hash and type should be provided')
  }
  const purposes = purposesOf(known.data)
  return { address: body.email ?? undefined, purposes, confirm: confirmEmailProof }
}

function parsePhoneProof(body: Body): Proof {
  const { type, phone, email: other, token_hash: link } = body
  const address = parsePhoneNumber(phone ?? '')
  const known = smsVerifyType.safeParse(type)
  if (!known.success) throw invalid('Invalid sms verification type')
  if (other) throw invalid('Only an email address or phone number should be provided on verify')
  if (link) throw invalid('Only the token_hash and type should be provided')
  return { address, purposes: smsPurposesOf(known.data), confirm: confirmPhoneProof }
}

type Consume = (db: Queryable) => ReturnType<typeof consumeLink>

function startVerifiedSession(
  auth: AuthDependencies,
  client: ClientInfo,
  { confirm }: Proof,
  consume: Consume,
) {
  return transact(auth.pool, async (db) => {
    const token = await consume(db)
    if (!token) throw codeExpired()
    await confirm(db, token, client)
    return startSession(auth, db, { account: token.account, method: 'otp', client })
  })
}

const querySchema = z.object({
  token: z.string().max(500).optional(),
  type: z.string().optional(),
  redirect_to: z.string().max(2000).optional(),
})
type Query = z.infer<typeof querySchema>

/** Handles a link that a browser opened. The response redirects to a page, with the result or with an error. */
export const verifyLink: Route = {
  method: 'GET',
  path: '/verify',
  handle: async (auth, request, reply) => {
    const query = parse(querySchema, request.query)
    const page = new URL(allowedRedirect(auth.settings, query.redirect_to))
    return openLink(auth, request, query).then(
      (result) => redirectToPage(reply, withResult(page, result)),
      (error: unknown) => redirectToPage(reply, withError(page, error)),
    )
  },
}

async function openLink(auth: AuthDependencies, request: FastifyRequest, { token, type }: Query) {
  const known = verifyType.safeParse(type)
  if (!token) throw invalid('Verify requires a token or a token hash')
  if (!known.success) throw invalid('Invalid email verification type')
  return transact(auth.pool, async (db) => followLink(auth, db, request, token, known.data))
}

async function followLink(
  auth: AuthDependencies,
  db: Queryable,
  request: FastifyRequest,
  link: string,
  type: z.infer<typeof verifyType>,
): Promise<SignInResult> {
  const token = await consumeLink(db, link, purposesOf(type))
  if (!token) throw linkExpired()
  const client = clientInfoOf(request)
  await confirmEmailProof(db, token, client)
  const { account, flow_state_id: flowId } = token
  if (flowId) return { code: await issueAuthCode(db, flowId, account.id) }
  return { session: await startSession(auth, db, { account, method: 'otp', client }), type }
}
