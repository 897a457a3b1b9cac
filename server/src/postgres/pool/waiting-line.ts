// Who waits for a connection. One new row makes hundreds of pages read again at the same moment; what somebody does
// meanwhile, and who is told of it, goes ahead of them.

/** Whoever goes ahead is not held up by those in turn. */
export type Place = 'ahead' | 'in turn'

/** After so many who went ahead, one of the others is served, however many acts there are. */
const mostInARow = 3

export interface InLine {
  place: Place
  /** Of `performance.now()`. */
  since: number
}

export class WaitingLine<Waiting extends InLine> {
  readonly #waiting: Record<Place, Waiting[]> = { ahead: [], 'in turn': [] }
  #inARow = 0

  get length() {
    return this.countOf('ahead') + this.countOf('in turn')
  }

  countOf(place: Place) {
    return this.#waiting[place].length
  }

  add(one: Waiting) {
    this.#waiting[one.place].push(one)
  }

  leave(one: Waiting) {
    this.#waiting[one.place] = this.#waiting[one.place].filter((other) => other !== one)
  }

  /** Whose turn it is; they leave the line. */
  next(): Waiting | undefined {
    const isTurnOfOthers = this.#inARow >= mostInARow && this.countOf('in turn') > 0
    const place = this.countOf('ahead') === 0 || isTurnOfOthers ? 'in turn' : 'ahead'
    this.#inARow = place === 'ahead' ? this.#inARow + 1 : 0
    return this.#waiting[place].shift()
  }

  /** Who came first; they stay in the line. */
  oldest(): Waiting | undefined {
    const { ahead, 'in turn': inTurn } = this.#waiting
    const [first, other] = [ahead[0], inTurn[0]]
    if (!first || !other) return first ?? other
    return first.since <= other.since ? first : other
  }
}
