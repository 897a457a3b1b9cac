// Codes by message. As with mails, whether a number is known is looked up here and shows in no answer (0028).
import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import type { SendCode } from '../../sms/open-sms.ts'
import {
  type Account,
  accountById,
  accountByNewPhone,
  accountByPhone,
} from '../accounts/account.ts'
import { createAccount } from '../accounts/create.ts'
import { beginAgain, beginByStranger, forgetStranger } from '../accounts/sign-up.ts'
import { audit } from '../audit.ts'
import { factorWork, sendFactorCode } from '../factors/phone-codes.ts'
import { makeOneTime } from '../one-time/make.ts'
import { bySms, smsPurpose } from '../one-time/purposes.ts'
import type { Auth } from '../parts.ts'
import { lockAccount } from '../sessions/begin.ts'
import { type Item, untilRefused } from '../until-refused.ts'

/** After that nobody waits for a code any more, and each message costs. */
const longestWait = 3600 * 1000

const data = z.record(z.string(), z.unknown())

const codeWork = z.object({
  purpose: smsPurpose,
  /** Where it goes. */
  phone: z.string(),
  /** For those who asked while signed in; others are looked up by their number. */
  accountId: z.string().optional(),
  /** For an account that begins with this message. */
  create: z.object({ data }).optional(),
  signUp: z.object({ id: z.string(), passwordHash: z.string(), data }).optional(),
  /** Who asked, for the record. */
  ip: z.string().optional(),
})
export type CodeWork = z.infer<typeof codeWork>

const smsWork = z.union([factorWork, codeWork])

/** One kind for all of them: where the service is slow, they leave room for mails. */
export function phoneWork(auth: Auth, send: SendCode) {
  const handle = async (item: Item) => {
    const wanted = smsWork.parse(item.payload)
    if (wanted.purpose === 'second_factor') return sendFactorCode(auth, send, item, wanted)
    if (wanted.signUp) return signUp(auth, send, item, wanted)
    return sendCode(auth, send, item, wanted)
  }
  return new Map([['auth.sms', untilRefused(longestWait, handle)]])
}

async function sendCode(auth: Auth, send: SendCode, item: Item, wanted: CodeWork) {
  const { purpose, phone } = wanted
  const account = await accountFor(auth, wanted)
  if (!account || account.is_banned || !(await isFor(auth.pool, wanted, account))) return
  const { sms, validFor, asked } = bySms[purpose]
  const { code, isCurrent } = await transact(auth.pool, async (db) => {
    const locked = await lockAccount(db, account.id)
    // Whatever message comes after this one: what opens the account is what its owner has, and no stranger's password.
    if (purpose === 'sms') await forgetStranger(db, locked)
    if (asked) await audit(db, { action: asked, account, ip: wanted.ip })
    const seed = { seed: item.id, askedAt: item.createdAt }
    return makeOneTime(auth, db, { account: account.id, purpose, address: phone, ...seed })
  })
  // It was used, or a newer one has taken its place.
  if (isCurrent) await send({ id: item.id, kind: sms, phone, code, validFor })
}

/** That the number is the account's, or is about to be and nobody else proved it yet. */
async function isFor(db: Queryable, { purpose, phone }: CodeWork, account: Account) {
  if (purpose === 'phone_change') {
    const holder = await accountByPhone(db, phone)
    return account.phone_change === phone && !holder?.phone_confirmed_at
  }
  if (purpose === 'sms_signup' && (account.confirmed_at || account.invited_at)) return false
  return account.phone === phone
}

async function accountFor({ pool, settings }: Auth, wanted: CodeWork) {
  const { accountId, purpose, phone, create } = wanted
  if (accountId) return accountById(pool, accountId)
  if (purpose === 'phone_change') return accountByNewPhone(pool, phone)
  const known = await accountByPhone(pool, phone)
  if (known || !create || !settings.isSignUpOpen) return known
  const id = await transact(pool, (db) => createAccount(db, { phone, userMetadata: create.data }))
  return accountById(pool, id)
}

async function signUp(auth: Auth, send: SendCode, item: Item, { signUp: wanted, phone }: CodeWork) {
  if (!wanted) return
  const known = await accountByPhone(auth.pool, phone)
  // Whoever has the number comes in by the code, to the account that is theirs.
  if (known?.confirmed_at || known?.invited_at) {
    return sendCode(auth, send, item, { purpose: 'sms', phone })
  }
  if (!known) await transact(auth.pool, (db) => beginByStranger(db, { ...wanted, phone }))
  // The message of the same sign-up may need several attempts.
  else if (known.id !== wanted.id) await beginAgain(auth.pool, known, wanted.data)
  return sendCode(auth, send, item, { purpose: 'sms_signup', phone })
}
