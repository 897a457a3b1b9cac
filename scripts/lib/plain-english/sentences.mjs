// Splits a text into sentences, each with the line it starts on.

/**
 * One text of a file, such as a comment, a paragraph or a label. It keeps its line breaks.
 * @typedef {'comment' | 'docs' | 'template' | 'screen' | 'error' | 'title' | 'commit'} Kind
 * @typedef {{ kind: Kind, line: number, text: string }} Text
 */

/**
 * `text` is the sentence in the file. In `words`, `codeSign` replaces each character of inline code, so that no rule
 * checks the code.
 * @typedef {{ line: number, text: string, words: string }} Sentence
 */

/** This sign ends a sentence. The functions that find texts put the sign in place of markup. */
export const breakSign = '\f'
const codeSign = '¤'

const abbreviation = /\b(?:e\.g|i\.e|etc|vs|cf|St|Mr|Ms|Dr|approx)\.$/
/**
 * Matches the end of a sentence: a `breakSign`, an empty line, a list marker, or a punctuation mark before a capital
 * letter. The first group is the punctuation mark.
 */
const sentenceEnd =
  /\f|\n[ \t]*\n|\n[ \t]*(?=(?:[-*•]|\d+\.)[ \t])|([.!?…])["'”’)\]*_]*\s+(?=["'“(*_[]*[A-Z0-9{¤])/g

/**
 * @param {Text} text
 * @returns {Sentence[]}
 */
export function sentencesOf({ text, line }) {
  const masked = maskCode(text)
  /** @type {Sentence[]} */
  const sentences = []
  let start = 0
  for (const end of [...endsOf(masked), text.length]) {
    const lead = /^[\s\f]*(?:(?:[-*•]|\d+\.)\s)?\s*/.exec(masked.slice(start, end))?.[0].length ?? 0
    const from = start + lead
    const words = oneLine(masked.slice(from, end))
    if (/[A-Za-z]\S*\s+\S*[A-Za-z]/.test(words)) {
      const breaks = text.slice(0, from).split('\n').length - 1
      sentences.push({ line: line + breaks, text: oneLine(text.slice(from, end)), words })
    }
    start = end
  }
  return sentences
}

/** @param {string} masked */
function endsOf(masked) {
  const ends = []
  for (const match of masked.matchAll(sentenceEnd)) {
    const isAbbreviation = match[1] === '.' && abbreviation.test(masked.slice(0, match.index + 1))
    if (!isAbbreviation) ends.push(match.index + match[0].length)
  }
  return ends
}

/**
 * Replaces inline code and URLs with `codeSign`. Positions and line breaks stay the same.
 * @param {string} text
 */
function maskCode(text) {
  const hide = (/** @type {string} */ part) => part.replace(/[^\n]/g, codeSign)
  return text.replace(/`[^`\f]*`/g, hide).replace(/\bhttps?:\/\/[^\s)]+/g, hide)
}

/** @param {string} text */
const oneLine = (text) => text.replace(/[\s\f]+/g, ' ').trim()
