// Explains a failed action in a sentence for users.
import { explain, isTransient, somethingWentWrong } from './errors.ts'

/**
 * Returns the sentence `failed`, followed by the reason of the failure. If both are the same sentence, returns it only
 * once.
 */
export function explainAfter(failed: string, error: unknown): string {
  const reason = explain(error)
  return failed && failed !== reason ? `${failed} ${reason}` : reason
}

/**
 * Returns the sentence for a failed action. If the failure is transient, "Something went wrong." precedes the reason.
 * Any other failure shows only its reason.
 */
export function explainAction(error: unknown): string {
  return isTransient(error) ? explainAfter(somethingWentWrong, error) : explain(error)
}
