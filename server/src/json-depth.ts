/** Measures without recursion, because a body of only brackets can be nested deeper than the call stack allows. */
export function isNestedDeeperThan(maxDepth: number, root: unknown): boolean {
  let depth = 0
  for (let level: unknown[] = [root]; level.length > 0 && depth <= maxDepth; depth += 1) {
    level = level.flatMap(childrenOf)
  }
  return depth > maxDepth
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}
