import { productName } from '../../manifest.ts'
import { invalid, weakPassword } from '../errors.ts'
import { mostBytes } from './hash.ts'

const shortest = 8

/** What a new password has to be; `own` are words that its owner must not use for one. */
export async function checkPassword(password: string, own: readonly (string | null)[]) {
  checkLength(password)
  if (isOneOf(password, own) || (await isCommon(password))) {
    throw weakPassword(
      'Password is known to be easy to guess, please choose a different one.',
      'pwned',
    )
  }
}

/** The least, for an account that guards nothing. */
export function checkLength(password: string) {
  if (password.includes('\u0000')) throw invalid('A password cannot contain this character.')
  if (Buffer.byteLength(password) > mostBytes) {
    throw invalid(`Password cannot be longer than ${mostBytes} characters`)
  }
  if (password.length < shortest) {
    throw weakPassword(`Password should be at least ${shortest} characters.`, 'length')
  }
}

/** Also with digits and signs around it: that is what is tried first. */
function isOneOf(password: string, own: readonly (string | null)[]) {
  const words = own.flatMap((word) => (word ? [word, word.split('@')[0] ?? ''] : []))
  return [productName, ...words].some(
    (word) =>
      word.toLowerCase() === password.toLowerCase() ||
      (lettersOf(word) !== '' && lettersOf(word) === lettersOf(password)),
  )
}

function lettersOf(text: string) {
  return text.toLowerCase().replaceAll(/\P{L}/gu, '')
}

let common: Promise<Set<string>> | undefined

/** The list is long and seldom asked for. */
async function isCommon(password: string) {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return (await common).has(password.toLowerCase())
}
