// Recognizes passwords that are easy to guess: common passwords, repeats, dates and sequences.

const minDistinctCharacters = 4
/** The minimum length of a sequence such as 123 or qwe. */
const minRunLength = 3
/** A password must have at least this many characters. A whole sequence counts as one character. */
const minCharacters = 5
/**
 * A common word is easy to guess even with this many characters added, because attackers try words with digits and
 * punctuation around them.
 */
const maxAddedCharacters = 5

const keyboardRows = ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./']
const keyboardColumns = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.']
/** Pairs of keys that are neighbors in a row or a column of the keyboard. */
const neighboringKeys = new Set(
  [...keyboardRows, ...keyboardColumns].flatMap((row) =>
    Array.from(row.slice(1), (key, index) => `${row.charAt(index)}${key}`),
  ),
)

/** The letter that each digit or mark stands for in a password such as p4ssw0rd. */
const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** @param common  Common passwords, in lower case. */
export function isGuessable(password: string, common: ReadonlySet<string>) {
  // Replaces full-width letters and similar variants with ordinary characters.
  const text = password.normalize('NFKC').toLowerCase()
  return (
    common.has(text) ||
    isRepeat(text) ||
    isDate(text) ||
    countWithoutSequences(text) < minCharacters ||
    commonParts(text).some((word) => common.has(word))
  )
}

/** Returns whether the text has very few different characters, or consists of one short part that repeats. */
function isRepeat(text: string) {
  const isPeriodic = (length: number) => text.slice(length) === text.slice(0, -length)
  const lengths = Array.from({ length: Math.min(7, Math.floor(text.length / 2)) }, (_, i) => i + 1)
  return new Set(text.trim()).size < minDistinctCharacters || lengths.some(isPeriodic)
}

/** Returns whether the text is a date such as 31121999 or 1999-12-31. */
function isDate(text: string) {
  const year = '(?:19|20)\\d\\d'
  const part = '[0-3]\\d'
  return new RegExp(
    `^(?:${year}(\\D?)${part}\\1${part}|${part}(\\D?)${part}\\2${year})$`,
    'u',
  ).test(text)
}

/** Counts the characters. A whole sequence counts as one character, because its first character predicts the rest. */
function countWithoutSequences(text: string) {
  const characters = Array.from(text)
  let count = 0
  for (let start = 0; start < characters.length;) {
    const length = runLength(characters, start)
    count += 1
    start += length >= minRunLength ? length : 1
  }
  return count
}

/** Returns the length of the longest sequence that begins at the index `start`. */
function runLength(characters: readonly string[], start: number) {
  const lengthOf = (follows: (one: string, next: string) => boolean) => {
    let end = start + 1
    while (end < characters.length && follows(characters[end - 1] ?? '', characters[end] ?? ''))
      end += 1
    return end - start
  }
  const step = (one: string, next: string) => (next.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0)
  return Math.max(
    // Equal neighbors continue a sequence, as in 11223344.
    lengthOf((one, next) => step(one, next) === 1 || one === next),
    lengthOf((one, next) => step(one, next) === -1 || one === next),
    lengthOf((one, next) => neighboringKeys.has(one + next)),
    lengthOf((one, next) => neighboringKeys.has(next + one)),
  )
}

/**
 * Removes digits and marks from the end of the text. In a second result, also removes digits and marks from the start.
 * Adds a copy of each result in which letters replace lookalike characters. Omits a result from which more than
 * `maxAddedCharacters` were removed.
 */
function commonParts(text: string) {
  const start = text.replace(/[^\p{L}]+$/u, '')
  const words = [start, start.replace(/^[^\p{L}]+/u, '')]
  return words.flatMap((word) => {
    const isMostOfText = word !== '' && text.length - word.length <= maxAddedCharacters
    return isMostOfText ? [word, withLetters(word)] : []
  })
}

function withLetters(text: string) {
  return Array.from(text, (character) => lookalikes[character] ?? character).join('')
}
