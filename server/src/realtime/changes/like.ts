// LIKE, in time that grows with the text alone, whatever the pattern: each piece between two % is searched for by
// following all its possible beginnings at once, as bits.

/** A character by its code point; any. */
type Part = number | typeof one
const one = Symbol('_')
const backslash = '\\'
const wordSize = 32

/** Made once, to be asked of many texts. */
export function patternTest(pattern: string): (text: string) => boolean {
  const pieces = piecesOf(pattern)
  const [first = [], ...others] = pieces
  const last = others.pop()
  const between = others.filter(({ length }) => length > 0).map(searchFor)
  return (text) => {
    const characters = pointsOf(text)
    if (!fitsAt(characters, first, 0)) return false
    if (!last) return characters.length === first.length
    let at = first.length
    for (const search of between) {
      at = search(characters, at)
      if (at < 0) return false
    }
    const end = characters.length - last.length
    return end >= at && fitsAt(characters, last, end)
  }
}

/** What stands between the %. */
function piecesOf(pattern: string): Part[][] {
  const pieces: Part[][] = [[]]
  const characters = Array.from(pattern)
  for (let at = 0; at < characters.length; at += 1) {
    let character = characters[at]
    if (character === '%') {
      pieces.push([])
      continue
    }
    const isAny = character === '_'
    if (character === backslash && at + 1 < characters.length) character = characters[(at += 1)]
    pieces.at(-1)?.push(isAny ? one : (character?.codePointAt(0) ?? 0))
  }
  return pieces
}

function pointsOf(text: string) {
  const points = new Uint32Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0
    // Of two halves.
    if (point > 0xffff) at += 1
    points[length] = point
    length += 1
  }
  return points.subarray(0, length)
}

function fitsAt(characters: Uint32Array, piece: readonly Part[], begin: number) {
  if (begin + piece.length > characters.length) return false
  return piece.every((part, at) => part === one || part === characters[begin + at])
}

/**
 * Finds where the first match at or after a place ends; -1: nowhere. Bit n of the state says that the last n + 1
 * characters are the first n + 1 of the piece.
 */
function searchFor(piece: readonly Part[]) {
  const size = Math.ceil(piece.length / wordSize)
  const [lastWord, lastBit] = [size - 1, 1 << ((piece.length - 1) % wordSize)]
  const others = bitsOf(piece, size, (part) => part === one)
  const known = new Map(
    piece.map((wanted) => [wanted, bitsOf(piece, size, (part) => part === one || part === wanted)]),
  )
  return (characters: Uint32Array, begin: number) => {
    const state = new Int32Array(size)
    for (let at = begin; at < characters.length; at += 1) {
      advance(state, known.get(characters[at] ?? 0) ?? others)
      if (((state[lastWord] ?? 0) & lastBit) !== 0) return at + 1
    }
    return -1
  }
}

function bitsOf(piece: readonly Part[], size: number, isMeant: (part: Part) => boolean) {
  const bits = new Int32Array(size)
  piece.forEach((part, at) => {
    const word = Math.floor(at / wordSize)
    if (isMeant(part)) bits[word] = (bits[word] ?? 0) | (1 << (at % wordSize))
  })
  return bits
}

/** Every match under way takes a character more, or ends; and one begins. */
function advance(state: Int32Array, fitting: Int32Array) {
  let carried = 1
  for (let word = 0; word < state.length; word += 1) {
    const before = state[word] ?? 0
    state[word] = ((before << 1) | carried) & (fitting[word] ?? 0)
    carried = before >>> (wordSize - 1)
  }
}
