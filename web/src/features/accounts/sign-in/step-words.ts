import type { Brought } from './brought.ts'
import type { Stage } from './stage.ts'

interface Words {
  title: string
  lead?: string
}

export const halfWords: Words = {
  title: 'One more step',
  lead: 'A second factor protects your account.',
}

export const linkWords: Record<NonNullable<Brought['link']>['type'], Words> = {
  signup: {
    title: 'Confirm your email address',
    lead: 'One press, and your account is ready.',
  },
  magiclink: {
    title: 'Sign in with your link',
    lead: 'You asked us for a link to sign in without a password.',
  },
  email_change: {
    title: 'Confirm your new email address',
    lead: 'From then on you sign in with the new address.',
  },
}

export const arrivalWords: Words = { title: 'Signing you in' }

export function stageWords({ by, askedAt }: Stage): Words {
  if (by === 'company') {
    return {
      title: 'Continue with company account',
      lead: 'You sign in at your company, and come back here.',
    }
  }
  if (askedAt !== undefined) {
    return { title: by === 'mail' ? 'Check your email' : 'Check your phone' }
  }
  return by === 'mail'
    ? { title: 'Sign in with a code', lead: 'We mail you 6 digits; no password is needed.' }
    : { title: 'Sign in by phone', lead: 'We text you 6 digits; no password is needed.' }
}
