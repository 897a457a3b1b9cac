// Whether strangers may sign up, and whether they prove that the address or number is theirs.
import { z } from 'zod'
import { StartupFailure } from '../startup/startup-failure.ts'

export const signUpSettings = {
  SIGNUP: z.enum(['closed', 'open']).default('closed'),
  AUTO_CONFIRM: z.enum(['on', 'off']).default('off'),
}

const given = z.object(signUpSettings)

interface SignUp {
  isOpen: boolean
  /** What strangers say is theirs is believed: they are in at once. */
  isAtOnce: boolean
}

/** Where others reach the server, belief would let anybody have the address of anybody. */
export function signUpIn(settings: z.infer<typeof given>, isLocal: boolean): SignUp {
  const isOpen = settings.SIGNUP === 'open'
  const isAtOnce = settings.AUTO_CONFIRM === 'on'
  if (isAtOnce && !isOpen) {
    throw new StartupFailure(
      'AUTO_CONFIRM=on says how strangers sign up: set SIGNUP=open as well, or leave it out.',
    )
  }
  if (isAtOnce && !isLocal) {
    throw new StartupFailure(
      'AUTO_CONFIRM=on lets anybody have the address of anybody: HOST and SITE_URL have to be this machine alone.',
    )
  }
  return { isOpen, isAtOnce }
}
