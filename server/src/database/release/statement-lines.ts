// PostgreSQL does not always say where in a file it failed, but we know how many statements it had
// done: this finds where the next one begins.

// What may hold a semicolon that ends nothing. A dollar quote ends at its own tag.
const skipped = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`\/\*(?:[^*]|\*(?!\/))*\*\/`,
    String.raw`\b[eE]'(?:[^'\\]|\\.|'')*'`,
    String.raw`'(?:[^']|'')*'`,
    String.raw`"(?:[^"]|"")*"`,
    String.raw`\$(?<tag>[A-Za-z_]*)\$[^]*?\$\k<tag>\$`,
  ].join('|'),
  'g',
)

/** The line, counted from 1, where the statement begins that follows the given number of others. */
export function lineOfStatement(text: string, statementsBefore: number): number {
  const starts = [...statementStarts(text)]
  const start = starts[Math.min(statementsBefore, starts.length - 1)] ?? 0
  return text.slice(0, start).split('\n').length
}

function* statementStarts(text: string) {
  // Blanked out, not cut out: positions stay what they were.
  const bare = text.replace(skipped, (part) => (isComment(part) ? ' ' : '_').repeat(part.length))
  let end = 0
  for (const statement of bare.split(';')) {
    const blank = statement.length - statement.trimStart().length
    if (blank < statement.length) yield end + blank
    end += statement.length + 1
  }
}

function isComment(part: string) {
  return part.startsWith('--') || part.startsWith('/*')
}
