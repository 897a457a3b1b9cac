// The two steps of a sign-in without a password. The code proves the mailbox, and nothing else: a second factor is
// asked for after it.
import { readingsOf } from '../../../lib/errors/failure.ts'
import { supabase } from '../../../lib/supabase.ts'
import { signInWords } from './sign-in-words.ts'

/** The server answers alike whether anybody has the address; it makes no account here. */
export async function mailCode(email: string) {
  const { auth } = await supabase()
  const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  if (error) throw error
}

/** Uses the code up. What comes next is asked apart, since it may have to be asked again. */
export async function spendCode(email: string, code: string) {
  const { auth } = await supabase()
  const { error } = await auth.verifyOtp({ email, token: code, type: 'email' })
  if (error) throw error
}

export function codeWords(error: unknown): string | undefined {
  if (readingsOf(error).code !== 'otp_expired') return signInWords(error)
  return 'This code is not right, was used already, or is older than an hour. The newest mail counts.'
}
