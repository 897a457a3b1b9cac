import type { LinkType } from './sign-in.ts'

type SignInLink = Extract<LinkType, 'signup' | 'magiclink' | 'email_change'>

export const linkWords: Record<SignInLink, { title: string; lead: string }> = {
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

const types: SignInLink[] = ['signup', 'magiclink', 'email_change']

/** What a link of a mail brought along, if it is one that this page knows. */
export function linkIn(params: URLSearchParams) {
  const tokenHash = params.get('token_hash')
  const type = types.find((known) => known === params.get('type'))
  return tokenHash && type ? { tokenHash, type } : undefined
}
