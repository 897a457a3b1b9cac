// Finds the `// @covers` comments of a source and the names of the tests below them.

/** @typedef {{ path: string, line: number, ids: string[], name: string }} Tag */

const tagLine = /^\s*\/\/ @covers\b(.*)$/
const title = /(['"`])((?:\\.|(?!\1).)*)\1/.source
/**
 * Patterns that find the name of a test. In this order they match a call, a story or case with a key, a case in a list,
 * a row of the access matrix or mark of a drill, and the function or constant of a drill or benchmark.
 */
const named = [
  new RegExp(`^(?!suite|describe|test\\.describe)\\w+(?:\\.\\w+)*\\(\\s*${title}`),
  new RegExp(`^${title}: `),
  new RegExp(`^\\[\\s*${title}`),
  new RegExp(`^\\{\\s*(?:condition|what): ${title}`),
  /^(?:export )?(?:const|(?:async )?function)()(\s\w+)/,
]
/** The name of a test with a table of cases comes after that table. */
const table = /^(?:test|it)(?:\.\w+)*?\.(?:for|each)\(/
const nameAfterTable = new RegExp(`\\)\\(\\s*${title}`)
const suite = new RegExp(`^(?:suite|describe|test\\.describe)(?:\\.\\w+)*\\(\\s*${title}`)
const skipped = /^\w+(?:\.\w+)*?\.(?:skip|todo|fixme)\b/

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
    const place = `${path}:${index + 1}`
    const at = lineOfTest(lines, index)
    const name = nameAt(lines, at)
    const around = linesAround(lines, at)
    if (ids.length === 0) problems.push(`${place}: @covers names no requirement.`)
    if (!name) problems.push(`${place}: @covers must be right above a test.`)
    else if ([...around, at].some((line) => skipped.test(twoLines(lines, line))))
      problems.push(`${place}: @covers is above a test that is skipped.`)
    else
      tags.push({
        path,
        line: index + 1,
        ids,
        name: [...suitesIn(lines, around), name].join(' › '),
      })
  }
  return { tags, problems }
}

/**
 * Returns the line of the test below a tag. A test in a loop can have its tag above the loop.
 * @param {string[]} lines
 * @param {number} tag
 */
function lineOfTest(lines, tag) {
  let at = tag + 1
  while (/^\s*(?:\/\/|for \(.*\{$)/.test(lines[at] ?? '')) at += 1
  return at
}

/**
 * @param {string[]} lines
 * @param {number} at
 */
function nameAt(lines, at) {
  if (!lines[at]?.trim()) return undefined
  const code = twoLines(lines, at)
  if (!table.test(code)) return plain(named.map((form) => form.exec(code)?.[2]).find(Boolean))
  const name = nameAfterTable.exec(code)?.[2]
  if (name) return plain(name)
  const end = lines.findIndex(
    (line, index) => index > at && line.trim() !== '' && indentOf(line) <= indentOf(lines[at]),
  )
  return plain(nameAfterTable.exec(twoLines(lines, end))?.[2])
}

/**
 * Returns the first line of each block that contains a line. The outermost block comes first.
 * @param {string[]} lines
 * @param {number} below
 */
function linesAround(lines, below) {
  /** @type {number[]} */
  const around = []
  let depth = indentOf(lines[below])
  for (let at = below - 1; at >= 0 && depth > 0; at -= 1) {
    const text = lines[at] ?? ''
    if (text.trim() === '' || indentOf(text) >= depth) continue
    depth = indentOf(text)
    around.unshift(at)
  }
  return around
}

/**
 * @param {string[]} lines
 * @param {number[]} around
 */
const suitesIn = (lines, around) =>
  around.map((at) => plain(suite.exec(twoLines(lines, at))?.[2])).filter(Boolean)

/**
 * Returns a line joined with the next line, because the title of a test can be below its call.
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

/** @param {string | undefined} name */
const plain = (name) =>
  name
    ?.replace(/\\(['"`])/g, '$1')
    .replace(/ @gate$/, '')
    .trim()
