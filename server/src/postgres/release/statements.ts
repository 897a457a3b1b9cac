// Where the statements of a SQL file begin. PostgreSQL does not always say where it failed, but we know
// how many statements it had done; and a file may not end the transaction that it runs in.

/** Comments are blanked out and quoted parts masked, so that positions stay what they were. */
function withoutQuotes(text: string) {
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
  // Within a word neither an e nor a dollar opens anything.
  if (/^[eE$]/.test(text) && /[\w$]/.test(before ?? ' ')) return 0
  for (const quote of quotes) {
    const found = quote.exec(text)
    if (found) return found[0].length
  }
  return 0
}

function* statementsOf(text: string) {
  let end = 0
  for (const statement of withoutQuotes(text).split(';')) {
    const words = statement.trimStart()
    if (words) yield { start: end + statement.length - words.length, words }
    end += statement.length + 1
  }
}

interface Statement {
  /** With what stands before it. */
  text: string
  /** Without comments, and with quoted parts masked. */
  words: string
}

export function splitStatements(text: string): Statement[] {
  let from = 0
  return [...statementsOf(text)].map(({ start, words }) => {
    const to = start + words.length
    const statement = { text: text.slice(from, to).replace(/^;/, ''), words }
    from = to
    return statement
  })
}

/** The line, counted from 1, where the statement begins that follows the given number of others. */
export function lineOfStatement(text: string, statementsBefore: number): number {
  const starts = [...statementsOf(text)].map(({ start }) => start)
  return lineOfPosition(text, starts[Math.min(statementsBefore, starts.length - 1)] ?? 0)
}

export function lineOfPosition(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

const endsTransaction =
  /^(?:begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i

/** The line of the first statement that begins or ends a transaction, if there is one. */
export function lineOfTransactionCommand(text: string): number | undefined {
  const found = [...statementsOf(text)].find(({ words }) => endsTransaction.test(words))
  return found && lineOfPosition(text, found.start)
}
