import { AuthError } from '../../errors.ts'

/** What a company's sign-in answered is not believed; why is told, for its administrator can mend it. */
export function notAccepted(why: string, cause?: unknown) {
  const message = `The answer of your company's sign-in was not accepted: ${why}`
  return new AuthError(400, 'validation_failed', message, { cause })
}
