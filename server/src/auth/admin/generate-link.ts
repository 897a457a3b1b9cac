// A link and a code as a mail would carry them, for whoever sends their mails by other means.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import { accountById } from '../accounts/account.ts'
import { asUser } from '../accounts/user.ts'
import type { Call } from '../call.ts'
import { invalid, noSuchUser } from '../errors.ts'
import { linkTo } from '../one-time/link-to.ts'
import { makeOneTime } from '../one-time/make.ts'
import type { Auth } from '../parts.ts'
import { checkPassword } from '../passwords/rules.ts'
import { hashPassword } from '../passwords/hash.ts'
import { email, metadata, read } from '../read.ts'
import { allowedRedirect } from '../redirects.ts'
import { visitorOf } from '../visitor.ts'
import { isLinkType, type LinkWish, prepareLink, type Prepared } from './prepare-link.ts'

const body = z.strictObject({
  type: z.string().nullish(),
  email,
  new_email: email.nullish(),
  password: z.string().nullish(),
  data: metadata.nullish(),
  redirect_to: z.string().max(2000).nullish(),
  // supabase-js sends its own name for it too.
  redirectTo: z.string().max(2000).nullish(),
})
type Body = z.infer<typeof body>

const query = z.object({ redirect_to: z.string().max(2000).optional() })

export const generateLink: Call = {
  method: 'POST',
  path: '/admin/generate_link',
  answer: async (auth, request) => {
    const given = read(body, request.body)
    const wish = await wishIn(given, request)
    const redirectTo = redirectFor(auth, given, request)
    return transact(auth.pool, async (db) => {
      const prepared = await prepareLink(db, wish)
      const { link, code } = await make(auth, db, prepared)
      const account = await accountById(db, prepared.account)
      if (!account) throw noSuchUser()
      return {
        ...asUser(account),
        action_link: linkTo(auth, link, { purpose: prepared.purpose, redirectTo }),
        email_otp: code,
        hashed_token: link,
        redirect_to: redirectTo,
        verification_type: prepared.verificationType,
      }
    })
  },
}

async function wishIn(given: Body, request: FastifyRequest): Promise<LinkWish> {
  const { type, email: address, new_email: newEmail, password, data } = given
  if (!type || !isLinkType(type)) {
    throw invalid(`Invalid email action link type requested: ${(type ?? '').slice(0, 40)}`)
  }
  const { ip } = visitorOf(request)
  const wish = { type, email: address, data: data ?? {}, ip }
  if (type === 'email_change_new') {
    if (!newEmail) throw invalid('An email address is required')
    return { ...wish, newEmail }
  }
  if (type !== 'signup') return wish
  if (!password) throw invalid('Signup requires a valid password')
  await checkPassword(password, [address])
  return { ...wish, passwordHash: await hashPassword(password) }
}

function redirectFor({ settings }: Auth, given: Body, request: FastifyRequest) {
  const asked = given.redirect_to ?? given.redirectTo ?? read(query, request.query).redirect_to
  return allowedRedirect(settings, asked)
}

/** By the database's clock, as mails are: the later one counts. */
async function make(auth: Auth, db: Queryable, { account, purpose, email: address }: Prepared) {
  const { rows } = await db.query<{ at: Date }>('select clock_timestamp() as at')
  const askedAt = rows[0]?.at ?? new Date()
  return makeOneTime(auth, db, { account, purpose, address, seed: randomUUID(), askedAt })
}
