// Runs a task once for all callers that request it at the same time. The first caller whose turn comes in its own queue
// starts the task for all.
interface Flight<Result> {
  result: PromiseWithResolvers<Result>
  started: AbortController
  callerCount: number
  abandoned: AbortController
}

interface FlightOptions<Result> {
  /** Aborts when this caller leaves. */
  leaving: AbortSignal
  /** Puts `start` into the queue of this caller. */
  enqueue: (start: () => Promise<unknown>, leaving: AbortSignal) => Promise<unknown>
  task: (abandoned: AbortSignal) => Promise<Result>
}

export class SingleFlight<Result> {
  readonly #flights = new Map<string, Flight<Result>>()

  async run(key: string, options: FlightOptions<Result>): Promise<Result> {
    const { leaving } = options
    leaving.throwIfAborted()
    const flight = this.#flights.get(key) ?? this.#add(key)
    flight.callerCount += 1
    try {
      return await unlessAborted(resultOf(flight, options), leaving)
    } finally {
      flight.callerCount -= 1
      if (flight.callerCount === 0) this.#end(key, flight)
    }
  }

  #add(key: string) {
    const flight: Flight<Result> = {
      result: Promise.withResolvers(),
      started: new AbortController(),
      callerCount: 0,
      abandoned: new AbortController(),
    }
    // Without this handler, an error after all callers have left would become an unhandled rejection.
    flight.result.promise.catch(() => {})
    this.#flights.set(key, flight)
    return flight
  }

  #end(key: string, { abandoned }: Flight<Result>) {
    this.#flights.delete(key)
    abandoned.abort()
  }
}

async function resultOf<Result>(
  { result, started, abandoned }: Flight<Result>,
  { leaving, enqueue, task }: FlightOptions<Result>,
) {
  const start = () => {
    started.abort()
    result.resolve(task(abandoned.signal))
    return result.promise
  }
  try {
    // After the task has started, the other callers leave their queues.
    await enqueue(start, AbortSignal.any([leaving, started.signal]))
  } catch (error) {
    if (!started.signal.aborted) throw error
  }
  return result.promise
}

async function unlessAborted<Result>(result: Promise<Result>, signal: AbortSignal) {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([result, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
