// Finds the `// @covers` comments of a source and the names of the tests below them.

/** @typedef {{ path: string, line: number, ids: string[], name: string }} Tag */

const tagLine = /^\s*\/\/ @covers\b(.*)$/
const title = /(['"`])((?:\\.|(?!\1).)*)\1/.source
/**
 * The forms in which a test has its name: a call, a story or a case with a key, a case in a list, a row of the access
 * matrix or a mark of a drill, and the name of a drill or a benchmark.
 */
const named = [
  new RegExp(`^(?!suite|describe|test\\.describe)\\w+(?:\\.\\w+)*\\(\\s*${title}`),
  new RegExp(`^${title}: `),
  new RegExp(`^\\[\\s*${title}`),
  new RegExp(`^\\{\\s*what: ${title}`),
  /^(?:export )?(?:const|(?:async )?function)()(\s\w+)/,
]
/** A test with a table of cases has its name after the table. */
const table = /^(?:test|it)\.(?:for|each)\(/
const nameAfterTable = new RegExp(`\\)\\(\\s*${title}`)
const suite = new RegExp(`^(?:suite|describe|test\\.describe)(?:\\.\\w+)*\\(\\s*${title}`)

/**
 * @param {string} path
 * @param {string} source
 * @returns {{ tags: Tag[], problems: string[] }}
 */
export function tagsOf(path, source) {
  const lines = source.split('\n')
  /** @type {Tag[]} */
  const tags = []
  const problems = []
  for (const [index, text] of lines.entries()) {
    const ids = tagLine.exec(text)?.[1]?.trim().split(/\s+/).filter(Boolean)
    if (!ids) continue
    const name = nameBelow(lines, index)
    if (ids.length === 0) problems.push(`${path}:${index + 1}: @covers names no requirement.`)
    if (name) tags.push({ path, line: index + 1, ids, name })
    else problems.push(`${path}:${index + 1}: @covers must be right above a test.`)
  }
  return { tags, problems }
}

/**
 * Returns the name of the test below a tag, after the names of the suites around it.
 * @param {string[]} lines
 * @param {number} tag
 */
function nameBelow(lines, tag) {
  let at = tag + 1
  // A test in a loop can have its tag above the loop.
  while (/^\s*(?:\/\/|for \(.*\{$)/.test(lines[at] ?? '')) at += 1
  if (!lines[at]?.trim()) return undefined
  const name = nameAt(lines, at)
  if (!name) return undefined
  return [...suitesAround(lines, at), plain(name)].join(' › ')
}

/**
 * @param {string[]} lines
 * @param {number} at
 */
function nameAt(lines, at) {
  const code = twoLines(lines, at)
  if (!table.test(code)) return named.map((form) => form.exec(code)?.[2]).find(Boolean)
  const name = nameAfterTable.exec(code)?.[2]
  if (name) return name
  const end = lines.findIndex(
    (line, index) => index > at && line.trim() !== '' && indentOf(line) <= indentOf(lines[at]),
  )
  return nameAfterTable.exec(twoLines(lines, end))?.[2]
}

/**
 * @param {string[]} lines
 * @param {number} below
 */
function suitesAround(lines, below) {
  const names = []
  let depth = indentOf(lines[below])
  for (let at = below - 1; at >= 0 && depth > 0; at -= 1) {
    const text = lines[at] ?? ''
    if (text.trim() === '' || indentOf(text) >= depth) continue
    depth = indentOf(text)
    const name = suite.exec(twoLines(lines, at))?.[2]
    if (name) names.unshift(plain(name))
  }
  return names
}

/**
 * A title can be on the line below its call.
 * @param {string[]} lines
 * @param {number} at
 */
const twoLines = (lines, at) =>
  lines
    .slice(at, at + 2)
    .join('\n')
    .trim()

/** @param {string | undefined} text */
const indentOf = (text = '') => text.length - text.trimStart().length

/** @param {string} name */
const plain = (name) =>
  name
    .replace(/\\(['"`])/g, '$1')
    .replace(/ @gate$/, '')
    .trim()
