// Reads whether anybody may sign up, and whether new users have to confirm their email or phone number.
import { z } from 'zod'
import { StartupFailure } from '../startup/startup-failure.ts'

export const signUpSettings = {
  SIGNUP: z.enum(['closed', 'open']).default('closed'),
  AUTO_CONFIRM: z.enum(['on', 'off']).default('off'),
  ANONYMOUS_SIGN_IN: z.enum(['on', 'off']).default('off'),
  MIN_PASSWORD_LENGTH: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a number from 8 to 64')
    .transform(Number)
    .refine((length) => length >= 8 && length <= 64, 'must be a number from 8 to 64')
    .default(8),
}

const schema = z.object(signUpSettings)

interface SignUpSettings {
  isOpen: boolean
  /** True if new users are signed in without confirming their email or number. */
  isAutoConfirmed: boolean
  /** True if anybody may sign in without an email or number. */
  allowsAnonymous: boolean
  minPasswordLength: number
}

/** Refuses AUTO_CONFIRM on a public server, because anybody could sign up with another person's email. */
export function readSignUpSettings(
  settings: z.infer<typeof schema>,
  isLocal: boolean,
): SignUpSettings {
  const isOpen = settings.SIGNUP === 'open'
  const isAutoConfirmed = settings.AUTO_CONFIRM === 'on'
  if (isAutoConfirmed && !isOpen) {
    throw new StartupFailure(
      'AUTO_CONFIRM=on applies to sign-up only: set SIGNUP=open as well, or remove it.',
    )
  }
  if (isAutoConfirmed && !isLocal) {
    throw new StartupFailure(
      'AUTO_CONFIRM=on lets anybody sign up with the email of anybody else: HOST and SITE_URL must be this machine only.',
    )
  }
  const allowsAnonymous = settings.ANONYMOUS_SIGN_IN === 'on'
  if (allowsAnonymous && !isOpen) {
    throw new StartupFailure(
      'ANONYMOUS_SIGN_IN=on lets anybody create accounts: set SIGNUP=open as well, or remove it.',
    )
  }
  return {
    isOpen,
    isAutoConfirmed,
    allowsAnonymous,
    minPasswordLength: settings.MIN_PASSWORD_LENGTH,
  }
}
