/**
 * LIKE, in time that grows with text × pattern and no more, whatever the pattern: when what follows a % does not fit,
 * only the last % takes one character more.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const parts = partsOf(pattern)
  let [at, part] = [0, 0]
  let lastMany = -1
  let takenUntil = 0
  while (at < text.length) {
    const wanted = parts[part]
    if (wanted === many) {
      lastMany = part
      takenUntil = at
      part += 1
    } else if (wanted !== undefined && (wanted === one || wanted === text[at])) {
      part += 1
      at += 1
    } else if (lastMany >= 0) {
      takenUntil += 1
      at = takenUntil
      part = lastMany + 1
    } else {
      return false
    }
  }
  return parts.slice(part).every((rest) => rest === many)
}

const many = Symbol('%')
const one = Symbol('_')

function partsOf(pattern: string) {
  const parts: (string | typeof many | typeof one)[] = []
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? ''
    if (character === '%') parts.push(many)
    else if (character === '_') parts.push(one)
    else if (character === '\\' && at + 1 < pattern.length) parts.push(pattern[(at += 1)] ?? '')
    else parts.push(character)
  }
  return parts
}
