// Reads whether anybody may sign up, and whether new users have to confirm their email or phone number.
import { z } from 'zod'
import { StartupFailure } from '../startup/startup-failure.ts'

export const signUpSettings = {
  SIGNUP: z.enum(['closed', 'open']).default('closed'),
  AUTO_CONFIRM: z.enum(['on', 'off']).default('off'),
}

const schema = z.object(signUpSettings)

interface SignUpSettings {
  isOpen: boolean
  /** New users are signed in without confirming their email or number. */
  isAutoConfirmed: boolean
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
  return { isOpen, isAutoConfirmed: isAutoConfirmed }
}
