// Reads the URL parameters from links in emails and from redirects of sign-in providers.

const linkTypes = ['signup', 'magiclink', 'email_change'] as const

export type SignInLinkType = (typeof linkTypes)[number]

export function readSignInParams(params = new URLSearchParams()) {
  const tokenHash = params.get('token_hash')
  const type = linkTypes.find((known) => known === params.get('type'))
  return {
    link: tokenHash && type ? { tokenHash, type } : undefined,
    code: params.get('code'),
    errorCode: params.get('error_code') ?? params.get('error'),
  }
}

export type SignInParams = ReturnType<typeof readSignInParams>

const names = ['token_hash', 'type', 'code', 'error', 'error_code', 'error_description']

/** Removes the parameters, because a token or a code works only once. */
export function removeSignInParams(params: URLSearchParams) {
  for (const name of names) params.delete(name)
  return params
}
