// Finds the `// @covers` comments of a source and the names of the tests below them.

/** @typedef {{ path: string, line: number, ids: string[], name: string }} Tag */

const tagLine = /^\s*\/\/ @covers\b(.*)$/
/** Matches a value in a template, such as `${name}`. Braces inside the value are balanced. */
const value = /\$\{(?:'[^']*'|[^{}']|\{[^{}]*\})*\}/.source
const title = `(['"\`])((?:\\\\.|${value}|(?!\\1).)*)\\1`
/**
 * Each pattern finds the name of a test in one place: in a call such as `test('name'`, in a key such as `'name': `, at
 * the start of an array, and in an object with `condition` or `name`.
 */
const named = [
  new RegExp(`^(?!suite|describe|test\\.describe)\\w+(?:\\.\\w+)*\\(\\s*${title}`),
  new RegExp(`^${title}: `),
  new RegExp(`^\\[\\s*${title}`),
  new RegExp(`^\\{\\s*(?:condition|name): ${title}`),
]
/** In drills and benchmarks, a tag can also be above a function or a constant. */
const declared = /^(?:export )?(?:const|(?:async )?function)()(\s\w+)/
const withDeclarations = /^(?:drills|bench)\//
/** A test with a table of cases has its name after the table. */
const table = /^(?:test|it)(?:\.\w+)*?\.(?:for|each)\(/
const nameAfterTable = new RegExp(`\\)\\(\\s*${title}`)
const suite = new RegExp(`^(?:suite|describe|test\\.describe)(?:\\.\\w+)*\\(\\s*${title}`)
const skipped = /^\w+(?:\.\w+)*?\.(?:skip|todo|fixme)\b/
const skippedByOption = new RegExp(
  `^\\w+(?:\\.\\w+)*\\(\\s*(?:${title}|\\w+),\\s*\\{(?:[^{}]*,)?\\s*(?:skip|todo)\\b`,
)

/**
 * @param {string} path
 * @param {string} source
 * @returns {{ tags: Tag[], problems: string[] }}
 */
export function tagsOf(path, source) {
  const lines = source.split('\n')
  const patterns = withDeclarations.test(path) ? [...named, declared] : named
  /** @type {Tag[]} */
  const tags = []
  const problems = []
  for (const [index, text] of lines.entries()) {
    const ids = tagLine.exec(text)?.[1]?.trim().split(/\s+/).filter(Boolean)
    if (!ids) continue
    const location = `${path}:${index + 1}`
    const lineIndex = lineOfTest(lines, index)
    const name = nameAt(lines, lineIndex, patterns)
    const enclosingLines = linesAround(lines, lineIndex)
    if (ids.length === 0) problems.push(`${location}: @covers names no requirement.`)
    if (!name) problems.push(`${location}: @covers must be right above a test.`)
    else if ([...enclosingLines, lineIndex].some((line) => isSkipped(lines, line)))
      problems.push(`${location}: @covers is above a test that is skipped.`)
    else
      tags.push({
        path,
        line: index + 1,
        ids,
        name: [...suitesIn(lines, enclosingLines), name].join(' › '),
      })
  }
  return { tags, problems }
}

/**
 * Returns the line of the test below a tag. If the test is in a loop, its tag may be above the loop.
 * @param {string[]} lines
 * @param {number} tag
 */
function lineOfTest(lines, tag) {
  let lineIndex = tag + 1
  while (/^\s*(?:\/\/|for \(.*\{$)/.test(lines[lineIndex] ?? '')) lineIndex += 1
  return lineIndex
}

/**
 * @param {string[]} lines
 * @param {number} lineIndex
 * @param {RegExp[]} patterns
 */
function nameAt(lines, lineIndex, patterns) {
  if (!lines[lineIndex]?.trim()) return undefined
  const code = twoLines(lines, lineIndex)
  if (!table.test(code)) return plain(patterns.map((form) => form.exec(code)?.[2]).find(Boolean))
  const name = nameAfterTable.exec(code)?.[2]
  if (name) return plain(name)
  const end = lines.findIndex(
    (line, index) =>
      index > lineIndex && line.trim() !== '' && indentOf(line) <= indentOf(lines[lineIndex]),
  )
  return plain(nameAfterTable.exec(twoLines(lines, end))?.[2])
}

/**
 * Returns the first line of each block around the given line. The outermost block comes first.
 * @param {string[]} lines
 * @param {number} below
 */
function linesAround(lines, below) {
  /** @type {number[]} */
  const enclosingLines = []
  let depth = indentOf(lines[below])
  for (let lineIndex = below - 1; lineIndex >= 0 && depth > 0; lineIndex -= 1) {
    const text = lines[lineIndex] ?? ''
    if (text.trim() === '' || indentOf(text) >= depth) continue
    depth = indentOf(text)
    enclosingLines.unshift(lineIndex)
  }
  return enclosingLines
}

/**
 * @param {string[]} lines
 * @param {number[]} enclosingLines
 */
const suitesIn = (lines, enclosingLines) =>
  enclosingLines
    .map((lineIndex) => plain(suite.exec(twoLines(lines, lineIndex))?.[2]))
    .filter(Boolean)

/**
 * @param {string[]} lines
 * @param {number} lineIndex
 */
const isSkipped = (lines, lineIndex) =>
  skipped.test(twoLines(lines, lineIndex)) ||
  skippedByOption.test(
    lines
      .slice(lineIndex, lineIndex + 8)
      .join('\n')
      .trim(),
  )

/**
 * Returns a line joined with the next line, because the title of a test can be on the line after its call.
 * @param {string[]} lines
 * @param {number} lineIndex
 */
const twoLines = (lines, lineIndex) =>
  lines
    .slice(lineIndex, lineIndex + 2)
    .join('\n')
    .trim()

/** @param {string | undefined} text */
const indentOf = (text = '') => text.length - text.trimStart().length

/** @param {string | undefined} name */
const plain = (name) =>
  name
    ?.replace(new RegExp(value, 'g'), '…')
    .replace(/\\(['"`])/g, '$1')
    .replace(/ @gate$/, '')
    .trim()
