// Explains a failed action in a sentence for users.
import { explain, isTransient, somethingWentWrong } from './errors.ts'

/** Returns the sentence `failed` and the reason of the failure, or only one if both are the same. */
export function explainAfter(failed: string, error: unknown): string {
  const reason = explain(error)
  return failed && failed !== reason ? `${failed} ${reason}` : reason
}

/** Returns the reason of a failure, after "Something went wrong." if the failure is transient. */
export function explainAction(error: unknown): string {
  return isTransient(error) ? explainAfter(somethingWentWrong, error) : explain(error)
}
