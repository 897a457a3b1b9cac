// The number by which an account is known.
import { errorFieldsOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { secondaryClient } from '#lib/secondary-client.ts'

/** It is the account's once the code of a message to it was seen. */
export async function beginNumber(phone: string) {
  const { auth } = await supabase()
  const { error } = await auth.updateUser({ phone })
  if (error) throw error
}

/** The code begins a session of its own, which nobody needs: this one goes on, with what it has proven. */
export async function proveNumber(phone: string, token: string) {
  const { auth } = await secondaryClient()
  const { error } = await auth.verifyOtp({ phone, token, type: 'phone_change' })
  if (error) throw error
  await auth.signOut({ scope: 'local' })
}

export function codeWords(error: unknown) {
  return errorFieldsOf(error).code === 'otp_expired'
    ? 'This code is not right, was used already, or is older than ten minutes. The newest message counts.'
    : undefined
}
