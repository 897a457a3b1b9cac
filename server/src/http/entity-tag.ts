import type { IncomingHttpHeaders } from 'node:http'

/** Tells whether the client has this version already. Undefined if the request does not say. */
export function matchesETag(headers: IncomingHttpHeaders, eTag: string): boolean | undefined {
  const known = headers['if-none-match']
  if (known === undefined) return undefined
  return known === '*' || known.split(',').map(withoutWeakPrefix).includes(withoutWeakPrefix(eTag))
}

function withoutWeakPrefix(eTag: string) {
  return eTag.trim().replace(/^W\//u, '')
}
