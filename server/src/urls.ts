/** Returns true for hosts that are always this machine. */
export function isLoopback(host: string) {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host)
}

/** Returns whether the URL uses https or leads to this machine. */
export function isSecureUrl(text: string) {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopback(hostname)
}
