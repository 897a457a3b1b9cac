// What many ask for at the same moment is done once, at the first turn that any of them gets: nobody waits in the line
// of another one. When all of them have left it is given up.
interface Running<Result> {
  result: PromiseWithResolvers<Result>
  begun: AbortController
  asking: number
  abandoned: AbortController
}

interface Asking<Result> {
  leaving: AbortSignal
  /** In the name of whoever asks. */
  turn: (work: () => Promise<unknown>, leaving: AbortSignal) => Promise<unknown>
  work: (abandoned: AbortSignal) => Promise<Result>
}

export class Shared<Result> {
  readonly #running = new Map<string, Running<Result>>()

  async take(key: string, asking: Asking<Result>): Promise<Result> {
    const { leaving } = asking
    leaving.throwIfAborted()
    const running = this.#running.get(key) ?? this.#open(key)
    running.asking += 1
    try {
      return await unlessLeaving(resultOf(running, asking), leaving)
    } finally {
      running.asking -= 1
      if (running.asking === 0) this.#end(key, running)
    }
  }

  #open(key: string) {
    const running: Running<Result> = {
      result: Promise.withResolvers(),
      begun: new AbortController(),
      asking: 0,
      abandoned: new AbortController(),
    }
    // Whoever waits hears of it; perhaps nobody does.
    running.result.promise.catch(() => {})
    this.#running.set(key, running)
    return running
  }

  #end(key: string, { abandoned }: Running<Result>) {
    this.#running.delete(key)
    abandoned.abort()
  }
}

async function resultOf<Result>(
  { result, begun, abandoned }: Running<Result>,
  { leaving, turn, work }: Asking<Result>,
) {
  const begin = () => {
    begun.abort()
    result.resolve(work(abandoned.signal))
    return result.promise
  }
  try {
    // Once it is begun the others leave their lines.
    await turn(begin, AbortSignal.any([leaving, begun.signal]))
  } catch (error) {
    if (!begun.signal.aborted) throw error
  }
  return result.promise
}

async function unlessLeaving<Result>(result: Promise<Result>, leaving: AbortSignal) {
  const { promise: left, reject } = Promise.withResolvers<never>()
  const leave = () => reject(leaving.reason)
  leaving.addEventListener('abort', leave)
  try {
    return await Promise.race([result, left])
  } finally {
    leaving.removeEventListener('abort', leave)
  }
}
