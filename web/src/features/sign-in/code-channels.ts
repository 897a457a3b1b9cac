// Sends the requests of a sign-in with a code from an email or a text message. The code does not replace the second
// factor.
import { errorFieldsOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { signInErrorText } from './sign-in.ts'

export interface CodeChannel {
  /** Sends a code if the recipient has an account, but does not reveal whether an account exists. */
  sendCode: (recipient: string) => Promise<void>
  /** Redeems the code only. The caller finishes the sign-in with a separate request, which can be retried. */
  redeemCode: (recipient: string, code: string) => Promise<void>
  errorText: (error: unknown) => string | undefined
  validFor: string
  fieldDescription: string
  missingCode: string
  changeRecipient: string
}

const mail: CodeChannel = {
  sendCode: async (email) => {
    const { auth } = await supabase()
    const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    if (error) throw error
  },
  redeemCode: async (email, token) => {
    const { auth } = await supabase()
    const { error } = await auth.verifyOtp({ email, token, type: 'email' })
    if (error) throw error
  },
  errorText: withExpiredText(
    'That code is incorrect or expired. Use the code from our latest email.',
  ),
  validFor: 'one hour',
  fieldDescription: 'The 6-digit code from our latest email.',
  missingCode: 'Enter the 6-digit code from the email.',
  changeRecipient: 'Use a different email',
}

const phone: CodeChannel = {
  sendCode: async (number) => {
    const { auth } = await supabase()
    const options = { shouldCreateUser: false }
    const { error } = await auth.signInWithOtp({ phone: number, options })
    if (error) throw error
  },
  redeemCode: async (number, token) => {
    const { auth } = await supabase()
    const { error } = await auth.verifyOtp({ phone: number, token, type: 'sms' })
    if (error) throw error
  },
  errorText: withExpiredText(
    'That code is incorrect or expired. Use the code from our latest text message.',
  ),
  validFor: 'ten minutes',
  fieldDescription: 'The 6-digit code from our latest text message.',
  missingCode: 'Enter the 6-digit code from the text message.',
  changeRecipient: 'Use a different number',
}

export const codeChannels = { mail, phone }

function withExpiredText(expired: string) {
  return (error: unknown) =>
    errorFieldsOf(error).code === 'otp_expired' ? expired : signInErrorText(error)
}
