// Finds texts in SQL: comments, descriptions in `comment on` and `app.expose`, and error messages.

/** @typedef {import('./sentences.mjs').Text} Text */

const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|;|\b(?:comment\s+on|app\.expose|app\.refuse|raise\s+exception)\b/gi

/**
 * @param {string} source
 * @returns {Text[]}
 */
export function sqlTextsOf(source) {
  /** @type {Text[]} */
  const texts = []
  /** @type {'comment' | 'error' | undefined} the kind of the strings up to the next semicolon */
  let strings
  /** The first character of the previous token, and the position where that token ends. */
  let last = { sign: '', end: 0 }
  for (const { 0: part, index } of source.matchAll(token)) {
    const sign = part.slice(0, 1)
    const joins = sign === last.sign && /^[ \t]*\n[ \t]*$/.test(source.slice(last.end - 1, index))
    last = { sign, end: index + part.length + 1 }
    if (sign === ';') strings = undefined
    else if (/[a-z]/i.test(sign)) strings = /^comment|expose$/i.test(part) ? 'comment' : 'error'
    else add(sign === "'" ? strings : 'comment', textOf(part), index, joins)
  }
  return texts

  /**
   * Adds a text. If `joins` is true, the text continues the previous one. For example, comments on
   * consecutive lines are one text.
   * @param {'comment' | 'error' | undefined} kind
   * @param {string} text
   * @param {number} index
   * @param {boolean} joins
   */
  function add(kind, text, index, joins) {
    const before = texts.at(-1)
    if (joins && before && before.kind === kind) before.text += `\n${text}`
    else if (kind) texts.push({ kind, line: source.slice(0, index).split('\n').length, text })
  }
}

/** @param {string} part */
function textOf(part) {
  if (part.startsWith('--')) return part.slice(2)
  if (part.startsWith("'")) return part.slice(1, -1).replaceAll("''", "'")
  return part.slice(2, -2).replace(/^[ \t]*\*/gm, '')
}
