// Finds the texts that people read in a file: comments, prose, labels and errors.
import { jsxTextsOf, titlesOf, tokensOf } from './code-texts.mjs'
import { hashCommentsOf, htmlTextsOf, paragraphsOf } from './prose-texts.mjs'
import { breakSign } from './sentences.mjs'
import { sqlTextsOf } from './sql-texts.mjs'

/** @typedef {import('./sentences.mjs').Text} Text */

/** These files are generated, or contain examples for this check. */
const skipped = [
  /^contract\//,
  /^package-lock\.json$/,
  /^supabase\/schema\.snapshot\.sql$/,
  /^scripts\/lib\/plain-english\/(?:rules|plain-english\.test)\.mjs$/,
]
const code = /\.(?:[cm]?[jt]sx?|css)$/
const prose = /\.(?:md|html)$|^supabase\/templates\/.*\.txt$|^web\/public\/llms\.txt$/
const hashComments =
  /\.(?:sh|ya?ml|toml|conf|service|timer|example|npmrc|gitignore|dockerignore)$|(?:^|\/)(?:Dockerfile|robots\.txt)$|^\.ci\/run$/
/** These folders contain strings that people read on a screen, in a response or in a terminal. */
const shown = /^(?:web\/src|server\/src|supabase\/functions|scripts)\//

/** @param {string} path */
export const isChecked = (path) =>
  !skipped.some((pattern) => pattern.test(path)) &&
  [code, prose, hashComments, /\.sql$/].some((pattern) => pattern.test(path))

/**
 * @param {string} path relative to the project's root
 * @param {string} source
 * @returns {Text[]}
 */
export function textsOf(path, source) {
  if (code.test(path)) return codeTextsOf(path, source)
  if (path.endsWith('.sql')) return sqlTextsOf(source)
  if (path.endsWith('.html')) return htmlTextsOf(source)
  if (prose.test(path)) return paragraphsOf(source, path.endsWith('.md') ? 'docs' : 'template')
  return hashCommentsOf(source)
}

/**
 * @param {string} path
 * @param {string} source
 * @returns {Text[]}
 */
function codeTextsOf(path, source) {
  const tokens = tokensOf(source, { css: path.endsWith('.css') })
  const lineAt = lineCounter(source)
  /** @type {Text[]} */
  const texts = []
  /** @type {{ line: number, column: number } | undefined} */
  let above
  for (const { kind, at, text } of tokens) {
    if (kind === 'line' && coverageTag.test(text)) continue
    const line = lineAt(at)
    const column = at - source.lastIndexOf('\n', at - 1)
    const last = texts.at(-1)
    const continues = kind === 'line' && above?.line === line - 1 && above.column === column
    if (continues && last) last.text += `\n${text}`
    else if (kind === 'line') texts.push({ kind: 'comment', line, text })
    else if (kind === 'block') texts.push({ kind: 'comment', line, text: withoutTags(text) })
    else if (isSentence(path, text)) {
      const place = path.startsWith('web/') ? 'screen' : 'error'
      texts.push({ kind: place, line, text: text.replace(/\\(['"`])/g, '$1') })
    }
    above = kind === 'line' ? { line, column } : undefined
  }
  for (const { at, text } of titlesOf(source)) texts.push({ kind: 'title', line: lineAt(at), text })
  if (!/^web\/src\/.*\.tsx$/.test(path)) return texts
  const labels = jsxTextsOf(source, tokens).filter(({ text }) => /\S\s+\S/.test(text))
  return [...texts, ...labels.map(({ at, text }) => screenText(lineAt(at), text))]
}

/**
 * @param {number} line
 * @param {string} text
 * @returns {Text}
 */
const screenText = (line, text) => ({ kind: 'screen', line, text })

/** Matches the start of a comment that lists requirements for docs/coverage.md. */
const coverageTag = /^ @covers\b/

const jsdocType = /(?:[ \t]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})?/.source
const tag = new RegExp(
  `^[ \\t]*@(?:(?:param|property|template|typedef|callback)\\b${jsdocType}(?:[ \\t]*\\[?[\\w.$]+(?:=[^\\]]*)?\\]?)?|\\w+\\b${jsdocType})`,
  'gm',
)

/**
 * Removes the stars and the tags from a JSDoc comment. Each description of a tag becomes a separate sentence.
 * @param {string} text
 */
function withoutTags(text) {
  const plain = text.replace(/^[ \t]*\*+/gm, '')
  return plain.replace(tag, (part) => breakSign + part.replace(/[^\n]/g, ''))
}

/**
 * @param {string} path
 * @param {string} text
 */
const isSentence = (path, text) =>
  shown.test(path) &&
  !/\.test\.[a-z]+$/.test(path) &&
  /^[A-Z]\S*\s+\S/.test(text) &&
  !/=>|<\/|\{\s|::/.test(text)

/**
 * Returns a function that finds the line of a position. Its calls are fast if the positions ascend.
 * @param {string} source
 * @returns {(at: number) => number}
 */
function lineCounter(source) {
  let line = 1
  let seen = 0
  return (at) => {
    if (at < seen) [line, seen] = [1, 0]
    for (; seen < at; seen += 1) if (source[seen] === '\n') line += 1
    return line
  }
}
