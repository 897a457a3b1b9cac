/**
 * A place within this site that an address carried, or nothing: another site's, however it is disguised, is
 * not followed.
 */
export function sameOriginPath(wanted: string | null, origin: string): string | undefined {
  if (!wanted?.startsWith('/')) return undefined
  const url = URL.parse(wanted, origin)
  if (url?.origin !== origin) return undefined
  const path = url.pathname + url.search + url.hash
  // A path that is normalised to '//evil' would be another site at the next reading.
  return path.startsWith('//') ? undefined : path
}
