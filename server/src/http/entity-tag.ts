import type { IncomingHttpHeaders } from 'node:http'

/** Returns whether the client already has this version, or undefined without an If-None-Match header. */
export function matchesETag(headers: IncomingHttpHeaders, eTag: string): boolean | undefined {
  const known = headers['if-none-match']
  if (known === undefined) return undefined
  return known === '*' || known.split(',').map(withoutWeakPrefix).includes(withoutWeakPrefix(eTag))
}

function withoutWeakPrefix(eTag: string) {
  return eTag.trim().replace(/^W\//u, '')
}
