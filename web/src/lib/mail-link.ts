/** Escapes special characters, so that an address cannot add recipients or text to the email. */
export function mailLink(address: string): string {
  const at = address.lastIndexOf('@')
  const [name, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)]
  return `mailto:${encodeURIComponent(name)}@${encodeURIComponent(domain)}`
}
