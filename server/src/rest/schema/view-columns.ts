// Finds the source of each column of a view in the tree of nodes that PostgreSQL stores.
export interface ViewColumnOrigin {
  viewColumn: number
  relationId: number
  column: number
}

const entry =
  /:resno (\d+) :resname (?:\\.|\S)+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false/g

/** @param rule  The text of the view's rule in pg_rewrite. */
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

/** Returns the text of the query's target list, without the expressions of its entries. */
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

// The nesting depths of QUERY and of TARGETENTRY in `({QUERY :targetList ({TARGETENTRY …`.
const queryDepth = 2
const entryDepth = 4
