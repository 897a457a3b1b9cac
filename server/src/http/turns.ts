// Nobody takes all connections: what one person asks at the same moment takes turns.
import { NoConnection } from '../database/requests/request-pool.ts'
import { TooManyRequests } from './request-limits.ts'

export interface TurnRules {
  atOnce: number
  mostWaiting: number
  /** In milliseconds. */
  patience: number
}

/** Of the eight connections there are. */
const ofConnections: TurnRules = { atOnce: 6, mostWaiting: 100, patience: 10_000 }

interface Line {
  running: number
  waiting: (() => void)[]
}

export class Turns {
  readonly #rules: TurnRules
  #lines = new Map<string, Line>()

  constructor(rules = ofConnections) {
    this.#rules = rules
  }

  async take<Result>(who: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(who) ?? { running: 0, waiting: [] }
    this.#lines.set(who, line)
    if (line.running >= this.#rules.atOnce) await waitIn(line, this.#rules)
    else line.running += 1
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      // The turn is handed on; without anybody to hand it to it is free.
      if (next) next()
      else line.running -= 1
      if (line.running === 0) this.#lines.delete(who)
    }
  }
}

async function waitIn({ waiting }: Line, { mostWaiting, patience }: TurnRules) {
  if (waiting.length >= mostWaiting) throw new TooManyRequests(1)
  await new Promise<void>((resolve, reject) => {
    const called = () => {
      clearTimeout(tired)
      resolve()
    }
    const tired = setTimeout(() => {
      waiting.splice(waiting.indexOf(called), 1)
      reject(new NoConnection('No turn in time.'))
    }, patience)
    waiting.push(called)
  })
}
