// Applies the rules for plain English to the texts of one source file.
import { allowed, rules } from './rules.mjs'
import { sentencesOf } from './sentences.mjs'
import { textsOf } from './texts.mjs'

/** @typedef {import('./sentences.mjs').Kind} Kind */
/** @typedef {import('./sentences.mjs').Text} Text */
/** @typedef {{ path: string, line: number, excerpt: string, name: string, hint: string }} Finding */
/** @typedef {{ path: string, kind: Kind, sentences: number, findings: Finding[] }} CheckedText */

/**
 * @param {string} path relative to the project's root
 * @param {string} source
 * @returns {CheckedText[]}
 */
export const checkSource = (path, source) =>
  textsOf(path, source).map((text) => checkText(path, text))

/**
 * @param {string} path
 * @param {Text} text
 * @returns {CheckedText}
 */
export function checkText(path, text) {
  const sentences = sentencesOf(text)
  const findings = sentences.flatMap((sentence) =>
    rulesBrokenBy(sentence.words, text.kind).map(({ name, hint }) => ({
      path,
      line: sentence.line,
      excerpt: sentence.text,
      name,
      hint,
    })),
  )
  return { path, kind: text.kind, sentences: sentences.length, findings }
}

/**
 * @param {string} words
 * @param {Kind} kind
 */
function rulesBrokenBy(words, kind) {
  const sentence = words.replace(/^[(*_[]+/, '')
  if (allowed.has(sentence)) return []
  const isQuestion = /\?["'”’)\]]*$/.test(sentence)
  return rules.filter(({ kinds, pattern }) => {
    if (kinds && !kinds.includes(kind)) return false
    return !(isQuestion && pattern.source.startsWith('^')) && pattern.test(sentence)
  })
}

/** @param {Finding} finding */
export function lineOf({ path, line, excerpt, name, hint }) {
  const short = excerpt.length > 110 ? `${excerpt.slice(0, 107)}...` : excerpt
  return `${path}:${line}: "${short}" — ${name}: ${hint}`
}
