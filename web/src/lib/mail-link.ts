/**
 * Opens a mail to this address and to nobody else. Signs that mean something in such a link are the address's own:
 * who typed it would write the mail's other recipients and its words with them.
 */
export function mailLink(address: string): string {
  const at = address.lastIndexOf('@')
  const [name, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)]
  return `mailto:${encodeURIComponent(name)}@${encodeURIComponent(domain)}`
}
