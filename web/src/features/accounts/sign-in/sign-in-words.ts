import { SignInFailure } from './sign-in.ts'

/** The sentences of a sign-in that are its own. */
export function signInWords(error: unknown): string | undefined {
  return error instanceof SignInFailure ? error.message : undefined
}
