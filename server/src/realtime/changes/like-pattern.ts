// Matches LIKE patterns in linear time. The Shift-And algorithm searches for each piece between % signs.

/** An element of a pattern: the code point of a character, or the wildcard for any character. */
type PatternPart = number | typeof anyCharacter
const anyCharacter = Symbol('_')
const backslash = '\\'
const wordSize = 32

export function compileLikePattern(pattern: string): (text: string) => boolean {
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

function piecesOf(pattern: string): PatternPart[][] {
  const pieces: PatternPart[][] = [[]]
  const characters = Array.from(pattern)
  for (let at = 0; at < characters.length; at += 1) {
    let character = characters[at]
    if (character === '%') {
      pieces.push([])
      continue
    }
    const isAny = character === '_'
    if (character === backslash && at + 1 < characters.length) character = characters[(at += 1)]
    pieces.at(-1)?.push(isAny ? anyCharacter : (character?.codePointAt(0) ?? 0))
  }
  return pieces
}

function pointsOf(text: string) {
  const points = new Uint32Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0
    // A surrogate pair takes two positions.
    if (point > 0xffff) at += 1
    points[length] = point
    length += 1
  }
  return points.subarray(0, length)
}

function fitsAt(characters: Uint32Array, piece: readonly PatternPart[], begin: number) {
  if (begin + piece.length > characters.length) return false
  return piece.every((part, at) => part === anyCharacter || part === characters[begin + at])
}

/**
 * Returns a function that searches from an index and returns the end of the first match, or -1. While it reads the
 * characters, bit n of `state` tells whether the latest n + 1 characters match the first n + 1 parts of the piece.
 */
function searchFor(piece: readonly PatternPart[]) {
  const size = Math.ceil(piece.length / wordSize)
  const [lastWord, lastBit] = [size - 1, 1 << ((piece.length - 1) % wordSize)]
  const others = bitsOf(piece, size, (part) => part === anyCharacter)
  const known = new Map(
    piece.map((wanted) => [
      wanted,
      bitsOf(piece, size, (part) => part === anyCharacter || part === wanted),
    ]),
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

function bitsOf(
  piece: readonly PatternPart[],
  size: number,
  isMeant: (part: PatternPart) => boolean,
) {
  const bits = new Int32Array(size)
  piece.forEach((part, at) => {
    const word = Math.floor(at / wordSize)
    if (isMeant(part)) bits[word] = (bits[word] ?? 0) | (1 << (at % wordSize))
  })
  return bits
}

/** Updates the partial matches for one character. */
function advance(state: Int32Array, fitting: Int32Array) {
  let carried = 1
  for (let word = 0; word < state.length; word += 1) {
    const before = state[word] ?? 0
    state[word] = ((before << 1) | carried) & (fitting[word] ?? 0)
    carried = before >>> (wordSize - 1)
  }
}
