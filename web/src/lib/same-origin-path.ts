/** Returns the path of a URL, or undefined for another site, even if the URL starts like a path. */
export function sameOriginPath(wanted: string | null, origin: string): string | undefined {
  if (!wanted?.startsWith('/')) return undefined
  const url = URL.parse(wanted, origin)
  if (url?.origin !== origin) return undefined
  const path = url.pathname + url.search + url.hash
  // A path that starts with '//' would lead to another site when it is parsed again.
  return path.startsWith('//') ? undefined : path
}
