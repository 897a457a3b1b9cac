import { errorFieldsOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

export interface NewPassword {
  password: string
  /** What the owner knows, */
  current_password?: string
  /** or found in the mailbox. */
  nonce?: string
}

export async function changePassword(wanted: NewPassword) {
  const { auth } = await supabase()
  const { error } = await auth.updateUser({ ...wanted })
  if (error) throw error
}

/** A code to the own address. */
export async function mailCode() {
  const { auth } = await supabase()
  const { error } = await auth.reauthenticate()
  if (error) throw error
}

/** Which of the fields a refusal is about, by its code. */
const fields: Record<string, string> = {
  invalid_credentials: 'current_password',
  reauthentication_not_valid: 'nonce',
  same_password: 'password',
  weak_password: 'password',
  validation_failed: 'password',
}

const words: Record<string, string> = {
  invalid_credentials: 'This is not your current password.',
  reauthentication_not_valid: 'This code is not right, or no longer. Ask for a new one.',
}

export const fieldOf = (error: unknown) => fields[errorFieldsOf(error).code]
export const wordsOf = (error: unknown) => words[errorFieldsOf(error).code]
