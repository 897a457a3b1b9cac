// Checks passwords against the rules, and hashes them with bcrypt. Supabase and this server accept each other's hashes.
import { hash as bcryptHash } from '@node-rs/bcrypt'
import { z } from 'zod'
import { passwordWords, productName } from '../../manifest.ts'
import type { Queryable } from '../../postgres/transaction.ts'
import { AuthError, invalid, weakPassword } from '../errors.ts'
import { endAccess } from '../sessions/session.ts'
import type { Account } from './account.ts'
import { isGuessable } from './guessable.ts'
import { admit, runTask } from './password-threads.ts'

const cost = 10
/** bcrypt ignores all bytes after the first 72, so longer passwords are refused. */
const maxPasswordBytes = 72

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

export async function hashPassword(password: string): Promise<string> {
  return z.string().parse(await admit(() => runTask({ password, hash: { cost } })))
}

export function isPassword(password: string, storedHash: string | null | undefined) {
  return admit(() => comparePassword(password, storedHash))
}

/** Call this function within `admit`. */
export async function comparePassword(password: string, storedHash: string | null | undefined) {
  const isComparable = Buffer.byteLength(password) <= maxPasswordBytes && Boolean(storedHash)
  const hash = storedHash || (await dummyHash)
  const matches = await runTask({ password: password.slice(0, maxPasswordBytes), hash })
  return isComparable && matches === true
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
