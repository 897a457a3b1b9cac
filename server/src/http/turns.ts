// Nobody takes all connections: what one person asks at the same moment takes turns.
import { NoConnection } from '../postgres/pool/request-pool.ts'
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

  /** Who leaves while they wait, or before it is their turn, leaves the line. */
  async take<Result>(
    who: string,
    work: () => Promise<Result>,
    leaving?: AbortSignal,
  ): Promise<Result> {
    const line = this.#lines.get(who) ?? { running: 0, waiting: [] }
    this.#lines.set(who, line)
    if (line.running >= this.#rules.atOnce) await waitIn(line, this.#rules, leaving)
    else line.running += 1
    try {
      leaving?.throwIfAborted()
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

async function waitIn(
  { waiting }: Line,
  { mostWaiting, patience }: TurnRules,
  leaving?: AbortSignal,
) {
  if (waiting.length >= mostWaiting) throw new TooManyRequests(1)
  const { promise, resolve: called, reject } = Promise.withResolvers<void>()
  const leave = (reason: unknown) => {
    const place = waiting.indexOf(called)
    if (place >= 0) waiting.splice(place, 1)
    reject(reason)
  }
  const left = () => leave(leaving?.reason)
  const tired = setTimeout(() => leave(new NoConnection('No turn in time.')), patience)
  leaving?.addEventListener('abort', left)
  waiting.push(called)
  try {
    await promise
  } finally {
    clearTimeout(tired)
    leaving?.removeEventListener('abort', left)
  }
}
