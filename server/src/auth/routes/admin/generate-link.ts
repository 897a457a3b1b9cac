// Creates a link and a code for callers that send emails themselves. Unlike public routes, this route may reveal that
// an email is unknown, because only the service role may call it.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Queryable, transact } from '../../../postgres/transaction.ts'
import {
  type Account,
  findAccountByEmail,
  findAccountById,
  lockActiveAccount,
  toUser,
} from '../../accounts/account.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { checkPassword, hashPassword, setPassword } from '../../accounts/passwords.ts'
import { mergeMetadata, withoutNulls } from '../../accounts/update-account.ts'
import { audit } from '../../audit.ts'
import type { AuthDependencies, Route } from '../../auth-dependencies.ts'
import { AuthError, emailTaken, invalid, noSuchUser } from '../../errors.ts'
import { createOneTimeToken, emailLink } from '../../otp/one-time-tokens.ts'
import type { EmailPurpose } from '../../otp/token-purposes.ts'
import { clientInfoOf, emailSchema, metadataSchema, parse } from '../../parse-request.ts'
import { allowedRedirect } from '../../redirects.ts'
import { inviteAccount } from './invite.ts'

const bodySchema = z.strictObject({
  type: z.string().nullish(),
  email: emailSchema,
  new_email: emailSchema.nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
  redirect_to: z.string().max(2000).nullish(),
  // supabase-js also sends the redirect target under this name.
  redirectTo: z.string().max(2000).nullish(),
})
type Body = z.infer<typeof bodySchema>

const querySchema = z.object({ redirect_to: z.string().max(2000).optional() })

export const generateLink: Route = {
  method: 'POST',
  path: '/admin/generate_link',
  handle: async (auth, request) => {
    const body = parse(bodySchema, request.body)
    const linkRequest = await parseLinkRequest(auth, body, request)
    const redirectTo = allowedTarget(auth, body, request)
    return transact(auth.pool, async (db) => {
      const prepared = await prepareLink(db, linkRequest)
      const { link, code } = await createToken(auth, db, prepared)
      const account = await findAccountById(db, prepared.account)
      if (!account) throw noSuchUser()
      return {
        ...toUser(account),
        action_link: emailLink(auth, link, { purpose: prepared.purpose, redirectTo }),
        email_otp: code,
        hashed_token: link,
        redirect_to: redirectTo,
        verification_type: prepared.verificationType,
      }
    })
  },
}

async function parseLinkRequest(
  { settings }: AuthDependencies,
  body: Body,
  request: FastifyRequest,
): Promise<LinkRequest> {
  const { type, email, new_email: newEmail, password, data } = body
  if (!type || !isLinkType(type)) {
    throw invalid(`Invalid email action link type requested: ${(type ?? '').slice(0, 40)}`)
  }
  const { ip } = clientInfoOf(request)
  const linkRequest = { type, email, data: data ?? {}, ip }
  if (type === 'email_change_new') {
    if (!newEmail) throw invalid('An email address is required')
    return { ...linkRequest, newEmail }
  }
  if (type !== 'signup') return linkRequest
  if (!password) throw invalid('Signup requires a valid password')
  await checkPassword(password, [email], settings.minPasswordLength)
  return { ...linkRequest, passwordHash: await hashPassword(password) }
}

function allowedTarget({ settings }: AuthDependencies, body: Body, request: FastifyRequest) {
  const requested =
    body.redirect_to ?? body.redirectTo ?? parse(querySchema, request.query).redirect_to
  return allowedRedirect(settings, requested)
}

/**
 * Creates a token. Reads the time from the database, because email jobs do the same. A newer token then always replaces
 * an older one.
 */
async function createToken(
  auth: AuthDependencies,
  db: Queryable,
  { account, purpose, email: address }: PreparedLink,
) {
  const { rows } = await db.query<{ at: Date }>('select clock_timestamp() as at')
  const askedAt = rows[0]?.at ?? new Date()
  return createOneTimeToken(auth, db, { account, purpose, address, seed: randomUUID(), askedAt })
}

type LinkType =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'

interface LinkRequest {
  type: LinkType
  email: string
  newEmail?: string
  passwordHash?: string
  data: Record<string, unknown>
  ip: string
}

interface PreparedLink {
  account: string
  purpose: EmailPurpose
  /** The email that the link verifies. */
  email: string
  verificationType: LinkType
}

type Prepare = (db: Queryable, linkRequest: LinkRequest) => Promise<PreparedLink>

const preparations: Record<LinkType, Prepare> = {
  signup: prepareSignUp,
  invite: async (db, linkRequest) => {
    const { id } = await inviteAccount(db, linkRequest)
    return preparedLink(id, 'invite', linkRequest.email)
  },
  magiclink: async (db, linkRequest) => {
    const existing = await findAccountByEmail(db, linkRequest.email)
    if (!existing) return prepareSignUp(db, linkRequest)
    return prepareForKnown(db, linkRequest, 'magiclink')
  },
  recovery: (db, linkRequest) => prepareForKnown(db, linkRequest, 'recovery'),
  email_change_new: prepareEmailChange,
  email_change_current: async () => {
    throw invalid('Enable secure email change to generate link for current email')
  },
}

function isLinkType(text: string): text is LinkType {
  return Object.hasOwn(preparations, text)
}

function prepareLink(db: Queryable, linkRequest: LinkRequest): Promise<PreparedLink> {
  return preparations[linkRequest.type](db, linkRequest)
}

/**
 * Prepares a sign-up for a new account, or for an account whose email was never confirmed. The password of this request
 * replaces the password of an earlier request.
 */
async function prepareSignUp(db: Queryable, linkRequest: LinkRequest) {
  const { email, passwordHash, data, ip } = linkRequest
  const existing = await findAccountByEmail(db, email)
  if (!existing) {
    const userMetadata = withoutNulls(data)
    const id = await createAccount(db, { email, passwordHash, userMetadata })
    await audit(db, { action: 'user_signedup', account: { id, email }, ip })
    return preparedLink(id, 'signup', email)
  }
  const { id, email_confirmed_at: isConfirmed } = await lockActiveAccount(db, existing.id)
  if (isConfirmed) throw emailTaken()
  if (passwordHash) await setPassword(db, { account: id, hash: passwordHash })
  await mergeMetadata(db, id, 'user', data)
  return preparedLink(id, 'signup', email)
}

async function prepareForKnown(
  db: Queryable,
  linkRequest: LinkRequest,
  purpose: 'magiclink' | 'recovery',
) {
  const account = await lockKnown(db, linkRequest)
  await audit(db, { action: 'user_recovery_requested', account, ip: linkRequest.ip })
  return preparedLink(account.id, purpose, linkRequest.email)
}

async function prepareEmailChange(db: Queryable, linkRequest: LinkRequest): Promise<PreparedLink> {
  const { newEmail = '' } = linkRequest
  const { id } = await lockKnown(db, linkRequest)
  if (await findAccountByEmail(db, newEmail)) throw emailTaken()
  await db.query('update auth.users set email_change = $2, updated_at = now() where id = $1', [
    id,
    newEmail,
  ])
  return {
    account: id,
    purpose: 'email_change',
    email: newEmail,
    verificationType: 'email_change_new',
  }
}

async function lockKnown(db: Queryable, { email, data }: LinkRequest): Promise<Account> {
  const existing = await findAccountByEmail(db, email)
  if (!existing) throw new AuthError(404, 'user_not_found', 'User with this email not found')
  const account = await lockActiveAccount(db, existing.id)
  if (Object.keys(data).length > 0) await mergeMetadata(db, account.id, 'user', data)
  return account
}

function preparedLink(
  account: string,
  purpose: EmailPurpose & LinkType,
  email: string,
): PreparedLink {
  return { account, purpose, email, verificationType: purpose }
}
