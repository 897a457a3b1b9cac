// The two ways by which a code comes that signs in without a password. The code proves the mailbox or the telephone, and
// nothing else: a second factor is asked for after it.
import { errorFieldsOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { signInWords } from './sign-in-words.ts'

export interface Channel {
  /** The server answers alike whether anybody has the address or number; it makes no account here. */
  ask: (to: string) => Promise<void>
  /** Uses the code up. What comes next is asked apart, since it may have to be asked again. */
  spend: (to: string, code: string) => Promise<void>
  wordsFor: (error: unknown) => string | undefined
  validFor: string
  /** Of the field. */
  description: string
  missing: string
  /** The way back to the beginning. */
  other: string
}

const mail: Channel = {
  ask: async (email) => {
    const { auth } = await supabase()
    const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    if (error) throw error
  },
  spend: async (email, token) => {
    const { auth } = await supabase()
    const { error } = await auth.verifyOtp({ email, token, type: 'email' })
    if (error) throw error
  },
  wordsFor: wordsWhereOver(
    'This code is not right, was used already, or is older than an hour. The newest mail counts.',
  ),
  validFor: 'one hour',
  description: 'The 6 digits of the newest mail from us.',
  missing: 'Enter the 6 digits of the mail.',
  other: 'Use another address',
}

const phone: Channel = {
  ask: async (number) => {
    const { auth } = await supabase()
    const options = { shouldCreateUser: false }
    const { error } = await auth.signInWithOtp({ phone: number, options })
    if (error) throw error
  },
  spend: async (number, token) => {
    const { auth } = await supabase()
    const { error } = await auth.verifyOtp({ phone: number, token, type: 'sms' })
    if (error) throw error
  },
  wordsFor: wordsWhereOver(
    'This code is not right, was used already, or is older than ten minutes. The newest message counts.',
  ),
  validFor: 'ten minutes',
  description: 'The 6 digits of our newest message.',
  missing: 'Enter the 6 digits of the message.',
  other: 'Use another number',
}

export const channels = { mail, phone }

function wordsWhereOver(over: string) {
  return (error: unknown) => (errorFieldsOf(error).code === 'otp_expired' ? over : signInWords(error))
}
