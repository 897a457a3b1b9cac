// Checks passwords against the rules, and computes bcrypt hashes outside the main thread. Supabase and this server
// accept each other's hashes.
import { availableParallelism } from 'node:os'
import { hash as bcryptHash, verify as bcryptVerify } from '@node-rs/bcrypt'
import { passwordWords, productName } from '../../manifest.ts'
import type { Queryable } from '../../postgres/transaction.ts'
import { AuthError, invalid, tooOften, weakPassword } from '../errors.ts'
import { endAccess } from '../sessions/session.ts'
import type { Account } from './account.ts'
import { isGuessable } from './guessable.ts'

const cost = 10
/** bcrypt ignores all bytes after the first 72, so longer passwords are refused. */
const maxPasswordBytes = 72

/** Leaves one processor free for other work, even if many people sign in at once. */
const maxConcurrent = Math.max(1, availableParallelism() - 1)
const maxQueued = 200

/** Throws if the password is too short, too long, easy to guess, or nearly the same as one of `ownWords`. */
export async function checkPassword(
  password: string,
  ownWords: readonly (string | null)[],
  minLength: number,
) {
  checkLength(password, minLength)
  if (isOwnWord(password, ownWords) || isGuessable(password, await loadCommonPasswords())) {
    throw weakPassword(
      'Password is known to be easy to guess, please choose a different one.',
      'pwned',
    )
  }
}

/**
 * Throws if the password has a wrong length or a null character. With AUTO_CONFIRM, the server makes no other checks.
 */
export function checkLength(password: string, minLength: number) {
  if (password.includes('\u0000')) throw invalid('A password cannot contain this character.')
  if (Buffer.byteLength(password) > maxPasswordBytes) {
    throw invalid(`Password cannot be longer than ${maxPasswordBytes} characters`)
  }
  if (password.length < minLength) {
    throw weakPassword(`Password should be at least ${minLength} characters.`, 'length')
  }
}

/**
 * If the account does not exist or has no password, the entered password is compared with this hash. The response then
 * takes as long as for any other account.
 */
const dummyHash = bcryptHash('nobody knows this one', { cost })

export function hashPassword(password: string): Promise<string> {
  return runQueued(() => bcryptHash(password, { cost, rejectLongPasswords: true }))
}

export async function isPassword(password: string, storedHash: string | null | undefined) {
  const isComparable = Buffer.byteLength(password) <= maxPasswordBytes && Boolean(storedHash)
  const compared = storedHash || (await dummyHash)
  const matches = await runQueued(() => bcryptVerify(password.slice(0, maxPasswordBytes), compared))
  return isComparable && matches
}

/** Hashes a new password. Throws if it equals the current one. */
export async function hashNewPassword(account: Account, password: string): Promise<string> {
  if (account.encrypted_password && (await isPassword(password, account.encrypted_password))) {
    const message = 'New password should be different from the old password.'
    throw new AuthError(422, 'same_password', message)
  }
  return hashPassword(password)
}

/** Sets a new password, ends every session except `keep`, and voids all pending links and codes. */
export async function setPassword(
  db: Queryable,
  { account, hash, keep }: { account: string; hash: string; keep?: string },
) {
  await db.query(
    'update auth.users set encrypted_password = $2, updated_at = now() where id = $1',
    [account, hash],
  )
  await endAccess(db, account, keep)
}

/**
 * Returns whether the password is the product's name or one of the user's own words. Ignores digits and punctuation,
 * because attackers add them to words.
 */
function isOwnWord(password: string, ownWords: readonly (string | null)[]) {
  const words = ownWords.flatMap((word) => (word ? [word, word.split('@')[0] ?? ''] : []))
  return [productName, ...words].some(
    (word) =>
      word.toLowerCase() === password.toLowerCase() ||
      (lettersOf(word) !== '' && lettersOf(word) === lettersOf(password)),
  )
}

function lettersOf(text: string) {
  return text.toLowerCase().replaceAll(/\P{L}/gu, '')
}

let commonPasswords: Promise<Set<string>> | undefined

/**
 * Loads the list on first use, because it is long and rarely needed. Includes the words of the product, which are as
 * easy to guess as common passwords.
 */
function loadCommonPasswords() {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...passwordWords]),
  )
  return commonPasswords
}

let runningCount = 0

const queue: (() => void)[] = []

async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
  if (runningCount >= maxConcurrent) {
    if (queue.length >= maxQueued) throw tooOften(1)
    await new Promise<void>((resolve) => queue.push(resolve))
  } else {
    runningCount += 1
  }
  try {
    return await work()
  } finally {
    const next = queue.shift()
    // The next task takes over the slot, so the count stays the same.
    if (next) next()
    else runningCount -= 1
  }
}
