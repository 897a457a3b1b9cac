// Whether whoever asks has what would be sent already.
import type { IncomingHttpHeaders } from 'node:http'

/** Undefined where the request does not say what it has. */
export function hasVersion(headers: IncomingHttpHeaders, eTag: string): boolean | undefined {
  const known = headers['if-none-match']
  if (known === undefined) return undefined
  return known === '*' || known.split(',').map(opaque).includes(opaque(eTag))
}

/** A tag that is weak means the same here. */
function opaque(eTag: string) {
  return eTag.trim().replace(/^W\//u, '')
}
