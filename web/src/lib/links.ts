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

/**
 * Opens a mail to this address and to nobody else. Signs that mean something in such a link are the address's own:
 * who typed it would write the mail's other recipients and its words with them.
 */
export function mailLink(address: string): string {
  const at = address.lastIndexOf('@')
  const [name, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)]
  return `mailto:${encodeURIComponent(name)}@${encodeURIComponent(domain)}`
}
