import { isTransient } from '../errors.ts'

/** The delays before the first and the second retry. */
const retryDelaysMs = [500, 2000] as const

/** Retries a request up to twice after transient failures, so that a long export survives a short interruption. */
export async function withRetries<Result>(
  ask: () => Promise<Result>,
  signal: AbortSignal,
  waits: readonly number[] = retryDelaysMs,
): Promise<Result> {
  const [wait, ...others] = waits
  try {
    return await ask()
  } catch (error) {
    if (wait === undefined || !isTransient(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
    signal.throwIfAborted()
  }
  return withRetries(ask, signal, others)
}
