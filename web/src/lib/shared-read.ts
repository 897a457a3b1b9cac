/**
 * Returns a function that shares one read among all calls in the same task of the event loop. Later calls start a new
 * read, because the response to a pending one may be too old for them.
 */
export function sharedRead<Data>(read: () => Promise<Data>) {
  let current: Promise<Data> | undefined
  return () => {
    if (current) return current
    current = read()
    setTimeout(() => {
      current = undefined
    })
    return current
  }
}
