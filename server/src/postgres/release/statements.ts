// Splits an SQL file into statements, to find the line of a failure and any transaction commands.

/** Blanks out comments and masks quoted parts. Positions do not change. */
function maskQuotes(text: string) {
  let bare = ''
  while (bare.length < text.length) {
    const rest = text.slice(bare.length)
    const comment = commentAt(rest)
    const quoted = comment === 0 ? quotedAt(rest, text[bare.length - 1]) : 0
    bare += comment + quoted === 0 ? rest[0] : (comment ? ' ' : '_').repeat(comment + quoted)
  }
  return bare
}

function commentAt(text: string) {
  if (text.startsWith('--')) return /^--[^\n]*/.exec(text)?.[0].length ?? 0
  if (!text.startsWith('/*')) return 0
  let depth = 0
  for (const { 0: mark, index } of text.matchAll(/\/\*|\*\//g)) {
    depth += mark === '/*' ? 1 : -1
    if (depth === 0) return index + 2
  }
  return text.length
}

const quotes = [
  /^[eE]'(?:[^'\\]|\\[^]|'')*'/,
  /^'(?:[^']|'')*'/,
  /^"(?:[^"]|"")*"/,
  /^\$(?<tag>(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?)\$[^]*?\$\k<tag>\$/,
]

function quotedAt(text: string, before: string | undefined) {
  // Inside a word, an e or a dollar sign does not begin a quoted part.
  if (/^[eE$]/.test(text) && /[\w$]/.test(before ?? ' ')) return 0
  for (const quote of quotes) {
    const found = quote.exec(text)
    if (found) return found[0].length
  }
  return 0
}

function* findStatements(text: string) {
  let end = 0
  for (const statement of maskQuotes(text).split(';')) {
    const words = statement.trimStart()
    if (words) yield { start: end + statement.length - words.length, words }
    end += statement.length + 1
  }
}

interface Statement {
  /** The statement with the comments before it. */
  text: string
  /** The text without comments and with masked quoted parts. */
  words: string
}

export function splitStatements(text: string): Statement[] {
  let from = 0
  return [...findStatements(text)].map(({ start, words }) => {
    const to = start + words.length
    const statement = { text: text.slice(from, to).replace(/^;/, ''), words }
    from = to
    return statement
  })
}

/** Returns the line number of the statement that follows the given number of statements. The first line is 1. */
export function lineOfStatement(text: string, statementsBefore: number): number {
  const starts = [...findStatements(text)].map(({ start }) => start)
  return lineOfPosition(text, starts[Math.min(statementsBefore, starts.length - 1)] ?? 0)
}

export function lineOfPosition(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

const endsTransaction =
  /^(?:begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i

/** Returns the line of the first statement that begins or ends a transaction, or that uses a savepoint. */
export function lineOfTransactionCommand(text: string): number | undefined {
  const found = [...findStatements(text)].find(({ words }) => endsTransaction.test(words))
  return found && lineOfPosition(text, found.start)
}
