/** The caller's own key and token, and nothing else of what they sent. */
export function callersHeaders(request: Request): Headers {
  const headers = new Headers()
  for (const name of ['apikey', 'authorization']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}
