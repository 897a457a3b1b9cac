/** True for names that no other machine can be behind. */
export function isLoopback(host: string) {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host)
}
