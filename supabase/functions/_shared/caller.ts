/** Returns headers with the caller's own API key and access token. */
export function callerHeaders(request: Request): Headers {
  const headers = new Headers()
  for (const name of ['apikey', 'authorization']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}
