// Explains a failed action in a sentence for users.
import { explain, isTransient, somethingWentWrong } from './errors.ts'

/**
 * Returns the screen's sentence about the failure, followed by the reason. If both are the same sentence, returns the
 * sentence only once.
 */
export function explainAfter(failed: string, error: unknown): string {
  const reason = explain(error)
  return failed && failed !== reason ? `${failed} ${reason}` : reason
}

/**
 * Returns the sentence for a failed action. Only an unexpected failure begins with "Something went wrong.". A refusal
 * by a rule is expected, so its reason comes alone.
 */
export function explainAction(error: unknown): string {
  return isTransient(error) ? explainAfter(somethingWentWrong, error) : explain(error)
}
