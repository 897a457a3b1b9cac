import { z } from 'zod'
import { enqueue } from '../../queue/outbox.ts'
import { type Queryable, transact } from '../../postgres/transaction.ts'
import { type Account, findAccountById, hasSecondFactor, toUser } from '../accounts/account.ts'
import { checkPassword, hashNewPassword, setPassword } from '../accounts/passwords.ts'
import { checkChannel, requirePhoneNumber } from '../accounts/phone-number.ts'
import { mergeMetadata } from '../accounts/update-account.ts'
import { audit } from '../audit.ts'
import type { AuthDependencies, Route } from '../auth-dependencies.ts'
import { authenticate, lockUser, requireUser, type SignedInUser } from '../authenticate.ts'
import { AuthError, noSuchUser } from '../errors.ts'
import {
  createEmailChangeJob,
  createSmsJob,
  requestEmailChange,
  requestPhoneChange,
} from '../otp/request-code.ts'
import { clientInfoOf, emailSchema, metadataSchema, parse, pkceFields } from '../parse-request.ts'
import { requireReauthentication } from '../sessions/reauthentication.ts'

export const getUser: Route = {
  method: 'GET',
  path: '/user',
  handle: async (auth, request) => {
    const { account } = await authenticate(auth, request)
    return toUser(account)
  },
}

const bodySchema = z.object({
  email: emailSchema.nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().max(500).nullish(),
  data: metadataSchema.nullish(),
  app_metadata: z.unknown().optional(),
  ...pkceFields,
})
type Body = z.infer<typeof bodySchema>

export const updateUser: Route = {
  method: 'PUT',
  path: '/user',
  handle: async (auth, request) => {
    const rawBody = parse(bodySchema, request.body)
    checkChannel(rawBody.channel)
    const body = rawBody.phone
      ? { ...rawBody, phone: requirePhoneNumber(auth.settings, rawBody.phone) }
      : rawBody
    const user = await requireUser(auth, request)
    refuseForbidden(body, user)
    const { account, session } = user
    const client = clientInfoOf(request)
    const newEmail = body.email && body.email !== account.email ? body.email : undefined
    const phone = body.phone && body.phone !== account.phone ? body.phone : undefined
    if (isGiven(body.password)) await checkNewPassword(auth, account, body.password)
    if (isGiven(body.password) || newEmail || phone)
      await requireReauthentication(auth, user, body, client)
    const hash = isGiven(body.password) ? await hashNewPassword(account, body.password) : undefined
    const link = newEmail && (await createEmailChangeJob(auth, request, body, account, newEmail))
    const change = { purpose: 'phone_change', accountId: account.id } as const
    const sms = phone && (await createSmsJob(auth, request, { ...change, phone }))
    const changed = await transact(auth.pool, async (db) => {
      refuseForbidden(body, await lockUser(db, user))
      if (hash) await changePassword(db, account, { hash, keep: session.id, ip: client.ip })
      if (body.data) await mergeMetadata(db, account.id, 'user', body.data)
      if (link) await requestEmailChange(db, account, link)
      if (sms) await requestPhoneChange(db, account, sms)
      if (hash || body.data || link || sms) {
        await audit(db, { action: 'user_modified', account, ip: client.ip })
      }
      return findAccountById(db, account.id)
    })
    if (!changed) throw noSuchUser()
    return toUser(changed)
  },
}

/** An empty password counts as given, so that the password check refuses it. */
function isGiven(password: string | null | undefined): password is string {
  return password !== undefined && password !== null
}

async function checkNewPassword(
  { settings }: AuthDependencies,
  { is_anonymous: isAnonymous, email, phone }: Account,
  password: string,
) {
  if (isAnonymous && !email && !phone) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
  await checkPassword(password, [email, phone], settings.minPasswordLength)
}

function refuseForbidden(body: Body, { account, session }: SignedInUser) {
  if (body.app_metadata !== undefined) {
    const message = 'Updating app_metadata requires admin privileges'
    throw new AuthError(403, 'not_admin', message)
  }
  const isSensitive =
    isGiven(body.password) ||
    (body.email && body.email !== account.email) ||
    (body.phone && body.phone !== account.phone)
  if (isSensitive && hasSecondFactor(account) && session.aal !== 'aal2') {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.'
    throw new AuthError(401, 'insufficient_aal', message)
  }
}

async function changePassword(
  db: Queryable,
  account: Account,
  { hash, keep, ip }: { hash: string; keep: string; ip: string },
) {
  await setPassword(db, { account: account.id, hash, keep })
  await audit(db, { action: 'user_updated_password', account, ip })
  if (!account.email) return
  const values = { email: account.email }
  await enqueue(db, 'mail', { kind: 'password-changed', to: account.email, values })
}
