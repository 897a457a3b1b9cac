export interface ResetLink {
  tokenHash: string
  type: 'recovery' | 'invite'
}

export function resetLinkIn(params: URLSearchParams): ResetLink | undefined {
  const tokenHash = params.get('token_hash')
  const type = (['recovery', 'invite'] as const).find((known) => known === params.get('type'))
  return tokenHash && type ? { tokenHash, type } : undefined
}
