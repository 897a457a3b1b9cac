// What an address brought along: a link of a mail, or what came of a sign-in at somebody else.
import type { LinkType } from './sign-in.ts'

type SignInLink = Extract<LinkType, 'signup' | 'magiclink' | 'email_change'>

const types: SignInLink[] = ['signup', 'magiclink', 'email_change']

export function broughtIn(params = new URLSearchParams()) {
  const tokenHash = params.get('token_hash')
  const type = types.find((known) => known === params.get('type'))
  return {
    link: tokenHash && type ? { tokenHash, type } : undefined,
    code: params.get('code'),
    refusal: params.get('error_code') ?? params.get('error'),
  }
}

export type Brought = ReturnType<typeof broughtIn>
