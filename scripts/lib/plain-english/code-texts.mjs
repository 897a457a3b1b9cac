// Finds comments, strings and JSX texts in TypeScript, JavaScript and CSS.

/** @typedef {import('./sentences.mjs').Text} Text */
/** @typedef {{ kind: 'line' | 'block' | 'string', at: number, end: number, text: string }} Token */

/**
 * Matches code before a slash. After such code, a slash begins a regular expression and not a
 * division.
 */
const beforePattern = /(?:^|[(,=:[!&|?{};+*%~^]|=>|\b(?:return|typeof|case|of|in))\s*$/

/**
 * Returns the comments and strings of a source, in order. An unclosed string ends at the end of its line, because its
 * quote may be an apostrophe in a JSX text.
 * @param {string} source
 * @param {{ css?: boolean }} [options]
 * @returns {Token[]}
 */
export function tokensOf(source, { css = false } = {}) {
  /** @type {Token[]} */
  const tokens = []
  /**
   * This list contains numbers of open braces. The first number is for the code outside of all templates. Each
   * further number is for a `${` around the current position, and the innermost `${` comes last.
   */
  const nesting = [0]
  const add = (
    /** @type {Token['kind']} */ kind,
    /** @type {number} */ at,
    /** @type {number} */ end,
  ) => {
    const cut = kind === 'block' && source.startsWith('*/', end - 2) ? 2 : 1
    const closed = kind === 'block' ? end - cut : kind === 'string' ? end - 1 : end
    tokens.push({ kind, at, end, text: source.slice(at + (kind === 'string' ? 1 : 2), closed) })
    return end
  }
  let at = 0
  while (at < source.length) {
    const sign = source[at]
    if (sign === '/' && source[at + 1] === '*') {
      const close = source.indexOf('*/', at + 2)
      at = add('block', at, close < 0 ? source.length : close + 2)
    } else if (!css && sign === '/' && source[at + 1] === '/' && source[at - 1] !== ':') {
      const close = source.indexOf('\n', at)
      at = add('line', at, close < 0 ? source.length : close)
    } else if (!css && sign === '/' && beforePattern.test(source.slice(Math.max(0, at - 12), at))) {
      at = patternEnd(source, at)
    } else if (sign === '"' || sign === "'") {
      at = add('string', at, stringEnd(source, at, sign))
    } else if (!css && sign === '`') {
      at = templatePart(at)
    } else if (!css && sign === '{') {
      nesting[nesting.length - 1] = (nesting.at(-1) ?? 0) + 1
      at += 1
    } else if (!css && sign === '}') {
      const open = nesting.at(-1) ?? 0
      if (open === 0 && nesting.length > 1) {
        nesting.pop()
        at = templatePart(at)
      } else {
        nesting[nesting.length - 1] = Math.max(0, open - 1)
        at += 1
      }
    } else at += 1
  }
  return tokens

  /**
   * Reads one text of a template literal. The text starts after the opening backtick or after a `${…}`.
   * @param {number} from
   */
  function templatePart(from) {
    let end = from + 1
    while (end < source.length && source[end] !== '`' && !source.startsWith('${', end)) {
      end += source[end] === '\\' ? 2 : 1
    }
    add('string', from, end + 1)
    if (source[end] !== '$') return end + 1
    nesting.push(0)
    return end + 2
  }
}

/**
 * @param {string} source
 * @param {number} at
 * @param {string} quote
 */
function stringEnd(source, at, quote) {
  let end = at + 1
  while (end < source.length && source[end] !== quote && source[end] !== '\n') {
    end += source[end] === '\\' ? 2 : 1
  }
  return end + 1
}

/**
 * @param {string} source
 * @param {number} at
 */
function patternEnd(source, at) {
  let inClass = false
  for (let end = at + 1; end < source.length; end += 1) {
    const sign = source[end]
    if (sign === '\n') return at + 1
    if (sign === '\\') end += 1
    else if (sign === '[') inClass = true
    else if (sign === ']') inClass = false
    else if (sign === '/' && !inClass) return end + 1
  }
  return at + 1
}

/**
 * Returns the texts between the tags of a JSX source. A text after a `{value}` does not start a sentence, so its first
 * character becomes an "x".
 * @param {string} source
 * @param {Token[]} tokens
 * @returns {{ at: number, text: string }[]}
 */
export function jsxTextsOf(source, tokens) {
  let code = source
  for (const { kind, at, end } of tokens) {
    if (kind !== 'string') code = code.slice(0, at) + ' '.repeat(end - at) + code.slice(end)
  }
  const texts = []
  for (const match of code.matchAll(
    /(?<![=-])([>}])([^<>{}]*[A-Za-z][^<>{}]*)(?=<\/|<[A-Za-z]|\{)/g,
  )) {
    const [, open = '', text = ''] = match
    if (/[;=]|\b(?:export|function|const|import|return|interface)\b|^\s*[)\],.?:|&]/.test(text))
      continue
    texts.push({ at: match.index + 1, text: open === '}' ? `x${text.slice(1)}` : text })
  }
  return texts
}

const title =
  /(?<![.\w])(?:describe|it|suite|test)(?:\.\w+)*\(\s*(?:'((?:\\.|[^'\\\n])+)'|"((?:\\.|[^"\\\n])+)"|`((?:\\.|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`\\])+)`)/g

/**
 * Returns the titles of tests and suites. In a template, an ellipsis replaces each value.
 * @param {string} source
 * @returns {{ at: number, text: string }[]}
 */
export const titlesOf = (source) =>
  Array.from(source.matchAll(title), ({ index, 0: call, 1: single, 2: double, 3: template }) => {
    const text = single ?? double ?? template?.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…') ?? ''
    const at = index + call.search(/['"`]/)
    return { at, text: text.replace(/\\(['"`])/g, '$1') }
  })
