// Finds texts in Markdown, in HTML and in mail templates. Also finds comments that begin with "#".

/** @typedef {import('./sentences.mjs').Text} Text */
/** @typedef {import('./sentences.mjs').Kind} Kind */

/**
 * Returns the paragraphs, list items, headings and table cells of Markdown, without code blocks.
 * @param {string} source
 * @param {Kind} kind
 * @returns {Text[]}
 */
export function paragraphsOf(source, kind) {
  /** @type {Text[]} */
  const texts = []
  /** @type {Text | undefined} */
  let open
  let fence = ''
  for (const [index, raw] of source.split('\n').entries()) {
    const line = index + 1
    const mark = /^\s*(```+|~~~+)/.exec(raw)?.[1] ?? ''
    if (mark && (!fence || mark.startsWith(fence))) {
      fence = fence ? '' : mark
      open = undefined
    } else if (fence || !raw.trim() || /^\s*\|?[\s:|-]+\|?\s*$/.test(raw)) {
      open = undefined
    } else if (/^\s*\|/.test(raw)) {
      open = undefined
      for (const cell of raw
        .trim()
        .slice(1)
        .split(/(?<!\\)\|/)) {
        if (cell.trim()) texts.push({ kind, line, text: plain(cell) })
      }
    } else {
      const lead = /^\s*(?:>\s*)?(?:#{1,6}\s+|[-*+]\s+|\d+\.\s+|Subject:\s*)/.exec(raw)?.[0]
      const text = plain(raw.slice(lead?.length ?? 0))
      if (lead !== undefined || !open) texts.push((open = { kind, line, text }))
      else open.text += `\n${text}`
      if (/^\s*#|^Subject:/.test(raw)) open = undefined
    }
  }
  return texts
}

/**
 * Removes emphasis and link addresses from Markdown.
 * @param {string} text
 */
const plain = (text) =>
  text
    .replace(/\]\([^)]*\)/g, '')
    .replace(/\[(?=[^\]]*$|\S)/g, '')
    .replace(/\*\*|__/g, '')

/**
 * @param {string} source
 * @returns {Text[]}
 */
export function htmlTextsOf(source) {
  const blank = (/** @type {string} */ part) => part.replace(/[^\n]/g, ' ')
  const text = source
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, blank)
    .replace(/<!--|-->/g, blank)
    .replace(/<[^>]*>/g, blank)
  return paragraphsOf(text, 'template')
}

/**
 * @param {string} source
 * @returns {Text[]}
 */
export function hashCommentsOf(source) {
  /** @type {Text[]} */
  const texts = []
  let last = -2
  for (const [index, raw] of source.split('\n').entries()) {
    const text = /^\s*#(?!!)+(.*)$/.exec(raw)?.[1] ?? /\s#\s(.*)$/.exec(raw)?.[1]
    if (text === undefined) continue
    const before = texts.at(-1)
    if (before && last === index && /^\s*#/.test(raw)) before.text += `\n${text}`
    else texts.push({ kind: 'comment', line: index + 1, text })
    last = index + 1
  }
  return texts
}
