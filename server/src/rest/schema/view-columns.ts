// Which column of which relation stands behind a column of a view. PostgreSQL keeps a view as a tree of nodes;
// each entry of the outermost target list says where its value comes from.
export interface ViewColumnOrigin {
  viewColumn: number
  relationId: number
  column: number
}

const entry =
  /:resno (\d+) :resname (?:\\.|\S)+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false/g

/** Reads the text of a view's rule, as pg_rewrite keeps it. */
export function viewColumnOrigins(rule: string): ViewColumnOrigin[] {
  const list = outermostTargetList(rule)
  return [...list.matchAll(entry)]
    .map(([, number, table, column]) => ({
      viewColumn: Number(number),
      relationId: Number(table),
      column: Number(column),
    }))
    .filter(({ relationId }) => relationId > 0)
}

/** The text of the query's own target list, without the queries that are nested in its expressions. */
function outermostTargetList(rule: string) {
  let depth = 0
  let list = ''
  let inList = false
  for (let at = 0; at < rule.length; at += 1) {
    const character = rule.charAt(at)
    if (character === '\\') {
      if (inList && depth <= entryDepth) list += rule.slice(at, at + 2)
      at += 1
      continue
    }
    if (character === '{' || character === '(') depth += 1
    if (depth === queryDepth && rule.startsWith(':targetList ', at)) inList = true
    else if (inList && depth === queryDepth && rule.startsWith(' :', at)) break
    if (inList && depth <= entryDepth) list += character
    if (character === '}' || character === ')') depth -= 1
  }
  return list
}

// ({QUERY :targetList ({TARGETENTRY …
const queryDepth = 2
const entryDepth = 4
