import { isTransient } from '../errors.ts'

/** In milliseconds: what is busy, or lost for a moment, may be back after these. */
const pauses = [500, 2000] as const

/** What is asked for, if need be three times: a long file does not end with one call that was lost. */
export async function withRetries<Answer>(
  ask: () => Promise<Answer>,
  signal: AbortSignal,
  waits: readonly number[] = pauses,
): Promise<Answer> {
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
