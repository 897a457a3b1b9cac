/** Returns the path of a URL within this site, or nothing. Another site is never followed, however it is disguised. */
export function sameOriginPath(wanted: string | null, origin: string): string | undefined {
  if (!wanted?.startsWith('/')) return undefined
  const url = URL.parse(wanted, origin)
  if (url?.origin !== origin) return undefined
  const path = url.pathname + url.search + url.hash
  // A path that normalizes to '//evil' would be another site when it is parsed again.
  return path.startsWith('//') ? undefined : path
}
